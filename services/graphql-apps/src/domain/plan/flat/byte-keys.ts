import { notFlat } from './not-flat.ts'

/** A value that stands for itself by its bytes: equal to another one where type and bytes are. `number`: which one it is. */
export type ByteKey = { type: number; bytes: Buffer; start: number; end: number; hash: number; number: number }

/** Keys by their hash, each at the first free place from there on. At least half of the places are free. */
export type ByteKeys = { places: (ByteKey | undefined)[]; count: number }

const FIRST_PLACES = 64
/** So many keys side by side are no chance: somebody has stored them for their hashes. */
const MAX_TRIES = 128
/** The prime of FNV-1a; and an odd number that brings what differs in any bit of a hash into its upper ones. */
const FNV_PRIME = 0x0100_0193
const MIXER = 0x2c1b_3c6d
/** The lower bits of a hash say least. */
const LOWER_BITS = 8

export const openByteKeys = (): ByteKeys => ({ places: new Array(FIRST_PLACES).fill(undefined), count: 0 })

/** The key with its hash; it has no number yet. */
export function byteKeyOf(type: number, bytes: Buffer, { start, end }: { start: number; end: number }): ByteKey {
  let hash = type
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), FNV_PRIME)
  return { type, bytes, start, end, hash: Math.imul(hash ^ (hash >>> 15), MIXER), number: -1 }
}

/** The key that equals this one. @throws NotFlatError where too many are in its way */
export function findByteKey({ places }: ByteKeys, key: ByteKey): ByteKey | undefined {
  const mask = places.length - 1
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const known = places[((key.hash >>> LOWER_BITS) + tries) & mask]
    if (known === undefined || areEqual(known, key)) return known
  }
  return notFlat('The keys of a join share a hash.')
}

/** Adds a key that is not there yet. */
export function addByteKey(keys: ByteKeys, key: ByteKey): void {
  keys.count += 1
  if (keys.count * 2 > keys.places.length) grow(keys)
  place(keys, key)
}

function grow(keys: ByteKeys): void {
  const { places } = keys
  keys.places = new Array(places.length * 2).fill(undefined)
  for (const key of places) if (key) place(keys, key)
}

function place({ places }: ByteKeys, key: ByteKey): void {
  const mask = places.length - 1
  let at = (key.hash >>> LOWER_BITS) & mask
  while (places[at] !== undefined) at = (at + 1) & mask
  places[at] = key
}

function areEqual(one: ByteKey, other: ByteKey): boolean {
  const length = one.end - one.start
  if (one.hash !== other.hash || one.type !== other.type || length !== other.end - other.start) return false
  for (let at = 0; at < length; at += 1) if (one.bytes[one.start + at] !== other.bytes[other.start + at]) return false
  return true
}
