import { decode, decodeExact, encode } from '../bson-codec.ts'
import type { Document } from '../port.ts'

/** One buffer of its own: a view on a pool would take the whole pool along to the other thread. */
export function pack(documents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const total = documents.reduce((sum, bytes) => sum + bytes.length, 0)
  const packed = new Uint8Array(total)
  let at = 0
  for (const bytes of documents) {
    packed.set(bytes, at)
    at += bytes.length
  }
  return packed
}

/** BSON documents say their length themselves. */
export function unpack(packed: Uint8Array): Uint8Array[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const documents: Uint8Array[] = []
  for (let at = 0; at < packed.length; ) {
    const length = view.getInt32(at, true)
    documents.push(packed.subarray(at, at + length))
    at += length
  }
  return documents
}

/** The first document of a payload; an empty one when there is none. */
export function unpackFirst(packed: Uint8Array): Document {
  const [first] = unpack(packed)
  return first ? decodeExact(first) : {}
}

/** A value that crosses on its own. */
export const encodeValue = (value: unknown): Uint8Array => encode({ value })
export const decodeValue = (bytes: Uint8Array): unknown => decode(bytes).value
