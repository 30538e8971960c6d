import { fdatasync, writeSync, writevSync } from 'node:fs'
import { lengthOf } from '../domain/spool-codec.ts'
import type { Segment } from './segment-files.ts'

/** What the writer asks of the disk, and a test may answer. */
export type SpoolDisk = {
  /** @returns how many bytes were written */
  write(fd: number, buffers: readonly Uint8Array[], position: number): number
  sync(fd: number, done: (error: NodeJS.ErrnoException | null) => void): void
}

export const realDisk: SpoolDisk = {
  write(fd, buffers, position) {
    const [first, ...others] = buffers
    return first && others.length === 0
      ? writeSync(fd, first, 0, first.length, position)
      : writevSync(fd, buffers, position)
  },
  sync: fdatasync,
}

/** @returns how many bytes they have together */
export function writeAll(disk: SpoolDisk, segment: Segment, buffers: readonly Uint8Array[]): number {
  const length = lengthOf(buffers)
  let rest = buffers
  for (let done = 0; done < length; ) {
    const written = disk.write(segment.fd, rest, segment.size + done)
    done += written
    if (done < length) rest = dropBytes(rest, written)
  }
  return length
}

function dropBytes(buffers: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let left = count
  return buffers.flatMap(buffer => {
    const skipped = Math.min(left, buffer.length)
    left -= skipped
    return skipped === buffer.length ? [] : [buffer.subarray(skipped)]
  })
}
