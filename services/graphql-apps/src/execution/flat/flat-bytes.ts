import { isAscii } from 'node:buffer'
import { type JsonOutput, openOutput } from '@sluice/documents'

const SCRATCH_BYTES = 64 * 1024
/** What is written is written here, and copied out at its length: nothing waits in between, so that one is enough for all. */
const scratch: JsonOutput = openOutput(SCRATCH_BYTES)
/** A larger one is not kept. */
const MAX_KEPT = 1024 * 1024

/** An output that is empty. It is good until the next one is asked for. */
export function openScratch(): JsonOutput {
  if (scratch.buffer.length > MAX_KEPT) scratch.buffer = Buffer.allocUnsafe(SCRATCH_BYTES)
  scratch.length = 0
  return scratch
}

const SLAB_BYTES = 256 * 1024
let slab = Buffer.alloc(0)
let used = 0

/** The bytes that were written, as a copy. Small ones are cut from slabs, because an allocation takes longer than they do. */
export function takeWritten({ buffer, length }: JsonOutput): Buffer {
  const written = length > SLAB_BYTES / 4 ? Buffer.allocUnsafeSlow(length) : cutFromSlab(length)
  buffer.copy(written, 0, 0, length)
  return written
}

/** The text that was written. ASCII is given as a string, which a socket is handed in one piece with its head. */
export function takeText(output: JsonOutput): string | Buffer {
  const { buffer, length } = output
  return isAscii(buffer.subarray(0, length)) ? buffer.toString('latin1', 0, length) : takeWritten(output)
}

function cutFromSlab(length: number): Buffer {
  if (used + length > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
    used = 0
  }
  used += length
  return slab.subarray(used - length, used)
}

export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
