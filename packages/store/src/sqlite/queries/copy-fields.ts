import { bsonValueEnd, MalformedBsonError } from '../../bson-size.ts'
import type { Document } from '../../port.ts'

const UNDEFINED = 0x06
const HEAD = 4

/** The names of the fields that a projection keeps, as bytes, where it names whole fields and nothing else. */
export function namedFields(projection: Document): readonly Buffer[] | undefined {
  const { _id = 1, ...others } = projection
  const names = Object.keys(others)
  const isPlain = names.length > 0 && names.every(name => others[name] === 1 && !name.includes('.'))
  if (!isPlain || (_id !== 1 && _id !== 0)) return undefined
  return [...(_id === 1 ? ['_id'] : []), ...names].map(name => Buffer.from(name, 'utf8'))
}

/** A document with these fields alone, in their stored order: copied, where decoding and encoding would make them anew. */
export function copyFields(document: Uint8Array, names: readonly Buffer[]): Uint8Array {
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength)
  const kept = Buffer.allocUnsafe(bytes.length)
  let length = HEAD
  for (let at = HEAD; bytes[at] !== 0; ) {
    const type = bytes[at] ?? 0
    const nameEnd = bytes.indexOf(0, at + 1)
    if (nameEnd === -1) throw new MalformedBsonError('The name of a field does not end.')
    const end = bsonValueEnd(bytes, { type, at: nameEnd + 1 })
    // What is undefined is no field of what a projection gives.
    if (type !== UNDEFINED && isNamed(bytes.subarray(at + 1, nameEnd), names)) {
      length += bytes.copy(kept, length, at, end)
    }
    at = end
  }
  kept[length] = 0
  kept.writeInt32LE(length + 1)
  return kept.subarray(0, length + 1)
}

const isNamed = (name: Buffer, names: readonly Buffer[]): boolean => names.some(each => each.equals(name))
