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

/** The text that was written. ASCII is given as a string, which a socket is handed in one piece with its head. */
export function takeText({ buffer, length }: JsonOutput): string | Buffer {
  const written = buffer.subarray(0, length)
  return isAscii(written) ? written.toString('latin1') : Buffer.from(written)
}

export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
