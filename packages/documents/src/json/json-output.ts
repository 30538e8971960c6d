/** Bytes of JSON that grow. */
export type JsonOutput = { buffer: Buffer; length: number }

const QUOTE = 0x22
const BACKSLASH = 0x5c
const ZERO = 0x30
const MINUS = 0x2d
const HEX = Buffer.from('0123456789abcdef', 'latin1')

export const openOutput = (expectedBytes: number): JsonOutput => ({
  buffer: Buffer.allocUnsafe(Math.max(expectedBytes, 64)),
  length: 0,
})

/** Makes room for so many more bytes. */
function reserve(output: JsonOutput, bytes: number): void {
  const { buffer, length } = output
  if (length + bytes <= buffer.length) return
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
  reserve(output, bytes.length)
  output.buffer.set(bytes, output.length)
  output.length += bytes.length
}

/**
 * Writes UTF-8 as a JSON string. Plain ASCII is copied; what has to be escaped, and what is not ASCII, goes through the
 * engine, which also puts U+FFFD in the place of what is no UTF-8.
 */
export function writeString(output: JsonOutput, { bytes, start, end }: { bytes: Buffer; start: number; end: number }) {
  reserve(output, end - start + 2)
  const { buffer } = output
  let at = output.length
  buffer[at++] = QUOTE
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index] ?? 0
    if (byte < 0x20 || byte > 0x7e || byte === QUOTE || byte === BACKSLASH) {
      return writeBytes(output, Buffer.from(JSON.stringify(bytes.toString('utf8', start, end)), 'utf8'))
    }
    buffer[at++] = byte
  }
  buffer[at++] = QUOTE
  output.length = at
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
