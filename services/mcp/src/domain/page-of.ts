const PAGE_SIZE = 50

/** One page of a list that is sorted by name, and where the next one begins. */
type ListPage<T> = { shown: readonly T[]; nextCursor?: string }

/**
 * Cuts the page of a list that begins behind a cursor: the base64url of the last name that was shown.
 * @param cursor as a client has sent it; it gives no right, as the list is the caller's own
 */
export function pageOf<T>(list: readonly T[], nameOf: (one: T) => string, cursor = ''): ListPage<T> {
  const after = Buffer.from(cursor, 'base64url').toString('utf8')
  const rest = list.filter(one => nameOf(one) > after)
  const shown = rest.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  if (rest.length === shown.length || last === undefined) return { shown }
  return { shown, nextCursor: Buffer.from(nameOf(last), 'utf8').toString('base64url') }
}
