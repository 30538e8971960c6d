import { randomBytes } from 'node:crypto'
import { close, closeSync, fstatSync, openSync, read, readdirSync, rmSync, unlink } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FIRST_SEAL, SEAL_BYTES, type SpoolSeal, sealOf } from '../domain/spool-codec.ts'

/** One append-only file of the spool. `size`: bytes of whole records that were written. */
export type Segment = {
  number: number
  path: string
  fd: number
  seal: SpoolSeal
  size: number
  /** Bytes at its beginning that were sent by the process that left it. */
  readBytes: number
  /** Bytes at its beginning that are safe from power loss. */
  syncedBytes: number
  /** Started frames in it whose end is not in the spool yet. */
  openStarts: number
}

/** A place in the spool: everything before it is done with. */
export type SpoolPosition = { segment: number; offset: number }

export const isBefore = (one: SpoolPosition, other: SpoolPosition): boolean =>
  one.segment < other.segment || (one.segment === other.segment && one.offset < other.offset)

/**
 * A file is `<number>-<seal>.spool`. Its seal stands in its name, where no damage of its bytes reaches. Files of the first
 * format are called `<number>.spool`; versions that know no other pass ours over and leave them as they are.
 */
const NAME = /^(?<digits>\d{10})(?:-(?<seal>[0-9a-f]{16}))?\.spool$/
/** The first number with a seal, above all that were ever given without: ours come last, whoever wrote meanwhile. */
export const FIRST_SEALED = 1_000_000_000

/** Segments that an earlier process left, oldest first. */
export const openLeftSegments = (directory: string): Segment[] =>
  readdirSync(directory)
    .toSorted()
    .flatMap(name => {
      const { digits, seal } = NAME.exec(name)?.groups ?? {}
      if (!digits) return []
      const about = { number: Number(digits), seal: seal ? sealOf(Buffer.from(seal, 'hex')) : FIRST_SEAL }
      const path = join(directory, name)
      return [toSegment(openSync(path, 'r+'), { ...about, path })]
    })

export function createSegment(directory: string, number: number): Segment {
  const seal = randomBytes(SEAL_BYTES)
  const path = join(directory, `${String(number).padStart(10, '0')}-${seal.toString('hex')}.spool`)
  return toSegment(openSync(path, 'wx+', 0o600), { number, seal: sealOf(seal), path })
}

const toSegment = (fd: number, about: Pick<Segment, 'number' | 'seal' | 'path'>): Segment => ({
  ...about,
  fd,
  size: fstatSync(fd).size,
  readBytes: 0,
  syncedBytes: 0,
  openStarts: 0,
})

export const closeSegment = (segment: Segment): void => closeSync(segment.fd)

/** One that can't be removed is left: what it holds is done with, or stands in another file as well. */
export function removeSegment(segment: Segment): void {
  const steps = [() => closeSegment(segment), () => rmSync(segment.path, { force: true })]
  for (const step of steps) {
    try {
      step()
    } catch {
      // The next start reads it, and sends nothing as if it were new.
    }
  }
}

const removeFile = promisify(unlink)
const closeFile = promisify(close)
const readAt = promisify(read)

/** To free 8 MiB takes milliseconds, in which no request should wait. A file that can't be removed is passed over by its place. */
export async function removeSegmentLater({ path, fd }: Segment): Promise<void> {
  await removeFile(path).catch(() => {})
  await closeFile(fd).catch(() => {})
}

/** @returns as many bytes from `offset` as `buffer` takes, fewer at the end; a part of it */
export async function readSegment(segment: Segment, offset: number, buffer: Buffer): Promise<Buffer> {
  const wanted = Math.min(buffer.length, segment.size - offset)
  const { bytesRead } = await readAt(segment.fd, buffer, 0, wanted, offset)
  return buffer.subarray(0, bytesRead)
}
