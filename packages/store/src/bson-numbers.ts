/*
 * Numbers in BSON, which has their lowest byte first. The engine looks a method of Buffer up anew for each call, which takes as
 * long as some fields do; an index it compiles. What is outside of the bytes counts as 0: who reads says what holds them.
 */

/** Reads a whole number of 32 bits. */
export const int32At = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)

const words = new Int32Array(2)
const doubles = new Float64Array(words.buffer)
const [LOW, HIGH] = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? [0, 1] : [1, 0]

/** Reads a double. */
export function doubleAt(bytes: Uint8Array, at: number): number {
  words[LOW] = int32At(bytes, at)
  words[HIGH] = int32At(bytes, at + 4)
  return doubles[0] ?? 0
}

const TWO_32 = 2 ** 32

/** Reads a whole number of 64 bits. @returns a number while it is exact */
export function longAt(bytes: Uint8Array, at: number): number | bigint {
  const low = int32At(bytes, at) >>> 0
  const high = int32At(bytes, at + 4)
  const value = high * TWO_32 + low
  return Number.isSafeInteger(value) ? value : (BigInt(high) << 32n) | BigInt(low)
}
