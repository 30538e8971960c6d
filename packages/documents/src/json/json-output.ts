import { isUtf8 } from 'node:buffer'

/** Bytes of JSON that grow. */
export type JsonOutput = { buffer: Buffer; length: number }

const QUOTE = 0x22
const BACKSLASH = 0x5c
const ZERO = 0x30
const MINUS = 0x2d
/** What is shorter is copied byte by byte, which takes less than the call of what copies many at once. */
const SHORT = 24
/** What is no longer is looked through and copied by one loop. */
const LONG = 96
const HEX = Buffer.from('0123456789abcdef', 'latin1')

export const openOutput = (expectedBytes: number): JsonOutput => ({
  buffer: Buffer.allocUnsafe(Math.max(expectedBytes, 64)),
  length: 0,
})

/** The length of a buffer, as a number of which the engine knows that 32 bits hold it: with any other it reckons slowly. */
export const lengthOf = (bytes: Uint8Array): number => bytes.length | 0

/** Makes room for so many more bytes. */
function reserve(output: JsonOutput, bytes: number): void {
  const { buffer, length } = output
  if (length + bytes <= lengthOf(buffer)) return
  output.buffer = Buffer.allocUnsafe(Math.max(buffer.length * 2, length + bytes))
  buffer.copy(output.buffer, 0, 0, length)
}

export function writeByte(output: JsonOutput, byte: number): void {
  reserve(output, 1)
  output.buffer[output.length++] = byte
}

/** @param text ASCII only */
export function writeAscii(output: JsonOutput, text: string): void {
  reserve(output, text.length)
  const { buffer } = output
  let at = output.length
  for (let index = 0; index < text.length; index += 1) buffer[at++] = text.charCodeAt(index)
  output.length = at
}

/** @param bytes a part that is written as it is */
export function writeBytes(output: JsonOutput, bytes: Uint8Array): void {
  const length = lengthOf(bytes)
  reserve(output, length)
  if (length > SHORT) output.buffer.set(bytes, output.length)
  else {
    const { buffer, length: at } = output
    for (let index = 0; index < length; index += 1) buffer[at + index] = bytes[index] ?? 0
  }
  output.length += length
}

/** Bytes that are read, and how far. */
export type BsonInput = { bytes: Buffer; at: number }

/**
 * Writes UTF-8 as a JSON string, from the input's position to `end` (exclusive); the position stays. What has to be
 * escaped goes through the engine, which also puts U+FFFD in the place of what is no UTF-8; all else is copied.
 * @returns false for what is no UTF-8
 */
export function writeString(output: JsonOutput, input: BsonInput, end: number): boolean {
  const { bytes, at: start } = input
  if (end - start > LONG) return writeLongString(output, input, end)
  reserve(output, end - start + 2)
  const { buffer } = output
  let at = output.length
  buffer[at++] = QUOTE
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index] ?? 0
    if (RARE[byte] === 1) return writeRareString(output, bytes.subarray(start, end))
    buffer[at++] = byte
  }
  buffer[at] = QUOTE
  output.length = at + 1
  return true
}

function writeLongString(output: JsonOutput, { bytes, at: start }: BsonInput, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    if (RARE[bytes[index] ?? 0] === 1) return writeRareString(output, bytes.subarray(start, end))
  }
  reserve(output, end - start + 2)
  output.buffer[output.length++] = QUOTE
  bytes.copy(output.buffer, output.length, start, end)
  output.length += end - start
  output.buffer[output.length++] = QUOTE
  return true
}

/** Writes once more what stands in the output from `start` to `end` (exclusive). */
export function repeatBytes(output: JsonOutput, { start, end }: { start: number; end: number }): void {
  reserve(output, end - start)
  output.buffer.copyWithin(output.length, start, end)
  output.length += end - start
}

const isEscaped = (byte: number): boolean => byte < 0x20 || byte === QUOTE || byte === BACKSLASH
/** Marks bytes that are not ASCII, or that JSON escapes. */
const RARE = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte > 0x7f || isEscaped(byte)))

function hasEscaped(text: Buffer): boolean {
  for (const byte of text) if (isEscaped(byte)) return true
  return false
}

function writeRareString(output: JsonOutput, text: Buffer): boolean {
  const isValid = isUtf8(text)
  if (isValid && !hasEscaped(text)) {
    writeByte(output, QUOTE)
    writeBytes(output, text)
    writeByte(output, QUOTE)
  } else writeBytes(output, Buffer.from(JSON.stringify(text.toString('utf8')), 'utf8'))
  return isValid
}

/** @param value a whole 32-bit number */
export function writeInteger(output: JsonOutput, value: number): void {
  reserve(output, 11)
  const { buffer } = output
  let left = value
  if (value < 0) {
    buffer[output.length++] = MINUS
    left = -value
  }
  let digits = 1
  for (let power = 10; power <= left; power *= 10) digits += 1
  output.length += digits
  for (let at = output.length - 1; digits > 0; digits -= 1) {
    buffer[at--] = ZERO + (left % 10)
    left = Math.floor(left / 10)
  }
}

export function writeHex(
  output: JsonOutput,
  { bytes, start, end }: { bytes: Buffer; start: number; end: number },
): void {
  reserve(output, (end - start) * 2)
  const { buffer } = output
  let at = output.length
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index] ?? 0
    buffer[at++] = HEX[byte >> 4] ?? 0
    buffer[at++] = HEX[byte & 15] ?? 0
  }
  output.length = at
}
