import type { HeaderList } from '@sluice/contracts'

/** Names come in few spellings, and each is written small once. */
const lowerNames = new Map<string, string>()
/** Whoever makes up names has them written small each time. */
const MOST_NAMES = 1_000
const LONGEST_NAME = 64

/** The name of a header in lower case. */
export function lowerCased(name: string): string {
  const known = lowerNames.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase()
  if (lowerNames.size < MOST_NAMES && name.length <= LONGEST_NAME) lowerNames.set(name, lower)
  return lower
}

/** @param flat names and values in turn */
export function pairsOf(flat: readonly string[]): HeaderList {
  const list: HeaderList = []
  for (let at = 0; at + 1 < flat.length; at += 2) list.push([flat[at] ?? '', flat[at + 1] ?? ''])
  return list
}

/** The first value of a header. @param flat names in lower case and values in turn */
export function valueIn(flat: readonly string[], name: string): string | undefined {
  for (let at = 0; at < flat.length; at += 2) if (flat[at] === name) return flat[at + 1]
  return undefined
}
