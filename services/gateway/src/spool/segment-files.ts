import { close, closeSync, fstatSync, openSync, read, readdirSync, rmSync, unlink } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** One append-only file of the spool. `size`: bytes of whole records that were written. */
export type Segment = {
  number: number
  path: string
  fd: number
  size: number
  /** Written by an earlier process: what it holds may have been sent. */
  isAdopted: boolean
  /** Started frames in it whose end is not in the spool yet. */
  openStarts: number
}

/** A place in the spool: everything before it is done with. */
export type Place = { segment: number; offset: number }

const NAME = /^(\d{10})\.spool$/

/** Segments that an earlier process left, oldest first. */
export function openLeftSegments(directory: string): Segment[] {
  const numbers = readdirSync(directory).flatMap(name => NAME.exec(name)?.[1] ?? [])
  return numbers
    .toSorted()
    .map(digits => openSegment(join(directory, `${digits}.spool`), { number: Number(digits), isAdopted: true }))
}

export function createSegment(directory: string, number: number): Segment {
  const path = join(directory, `${String(number).padStart(10, '0')}.spool`)
  return openSegment(path, { number, isAdopted: false })
}

function openSegment(path: string, about: Pick<Segment, 'number' | 'isAdopted'>): Segment {
  const fd = openSync(path, about.isAdopted ? 'r+' : 'wx+', 0o600)
  return { ...about, path, fd, size: fstatSync(fd).size, openStarts: 0 }
}

export const closeSegment = (segment: Segment): void => closeSync(segment.fd)

export function removeSegment(segment: Segment): void {
  closeSegment(segment)
  rmSync(segment.path, { force: true })
}

const [removeFile, closeFile, readAt] = [promisify(unlink), promisify(close), promisify(read)]

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
