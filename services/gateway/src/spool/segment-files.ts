import { randomBytes } from 'node:crypto'
import {
  close,
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  read,
  readdirSync,
  renameSync,
  rmSync,
  unlink,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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
  /** Bytes that its file takes: behind `size` stand those of the segment that was there before. */
  fileBytes: number
  /** Whether its name is safe from power loss. A file that bears an old one is read by a seal that is not its own. */
  isNamed: boolean
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
      const fd = openSync(path, 'r+')
      const size = fstatSync(fd).size
      return [{ ...emptySegment(fd, { ...about, path }), size, fileBytes: size }]
    })

export function createSegment(directory: string, number: number): Segment {
  const about = newName(directory, number)
  return emptySegment(openSync(about.path, 'wx+', 0o600), about)
}

/** Begins a segment in the file of one that is done with. What that held is read by nobody, as the seal is another one. */
export function reuseSegment({ fd, path, fileBytes }: Segment, directory: string, number: number): Segment {
  const about = newName(directory, number)
  renameSync(path, about.path)
  return { ...emptySegment(fd, about), fileBytes, isNamed: false }
}

type SegmentName = Pick<Segment, 'number' | 'seal' | 'path'>

function newName(directory: string, number: number): SegmentName {
  const seal = randomBytes(SEAL_BYTES)
  const path = join(directory, `${String(number).padStart(10, '0')}-${seal.toString('hex')}.spool`)
  return { number, seal: sealOf(seal), path }
}

const emptySegment = (fd: number, about: SegmentName): Segment => ({
  ...about,
  fd,
  size: 0,
  readBytes: 0,
  syncedBytes: 0,
  fileBytes: 0,
  isNamed: true,
  openStarts: 0,
})

/** Makes the names of files safe from power loss. */
export async function syncNames({ path }: Segment): Promise<void> {
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Leaves a file that ends where the segment ends. */
export function closeSegment({ fd, size, fileBytes }: Segment): void {
  try {
    if (fileBytes > size) ftruncateSync(fd, size)
  } catch {
    // Whoever adopts it finds the end.
  }
  closeSync(fd)
}

/** One that can't be removed is left: what it holds is done with, or stands in another file as well. */
export function removeSegment(segment: Segment): void {
  const steps = [() => closeSync(segment.fd), () => rmSync(segment.path, { force: true })]
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
