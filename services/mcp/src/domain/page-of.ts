const PAGE_SIZE = 50

/** One page of a list that is sorted by name, and where the next one begins. */
type ListPage<T> = { kind: 'page'; shown: readonly T[]; nextCursor?: string }

/**
 * Cuts the page of a list that begins behind a cursor: the base64url of the last name that was shown.
 * @param cursor as a client has sent it; it gives no right, as the list is the caller's own
 * @returns `unknown-cursor` for a text that no page ends with
 */
export function pageOf<T>(
  list: readonly T[],
  nameOf: (one: T) => string,
  cursor = '',
): ListPage<T> | { kind: 'unknown-cursor' } {
  const after = Buffer.from(cursor, 'base64url').toString('utf8')
  if (toCursor(after) !== cursor) return { kind: 'unknown-cursor' }
  const rest = list.filter(one => nameOf(one) > after)
  const shown = rest.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  if (rest.length === shown.length || last === undefined) return { kind: 'page', shown }
  return { kind: 'page', shown, nextCursor: toCursor(nameOf(last)) }
}

const toCursor = (name: string): string => Buffer.from(name, 'utf8').toString('base64url')
