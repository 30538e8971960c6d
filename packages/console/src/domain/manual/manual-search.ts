/** What the address says of the manual: a page, a place on it, and what is searched for. */
export type ManualSearch = { page?: string; at?: string; q?: string }

const LONGEST = 200
const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, LONGEST) : undefined

export function readManualSearch(search: Record<string, unknown>): ManualSearch {
  const [page, at, q] = [search.page, search.at, search.q].map(textIn)
  return { ...(page && { page }), ...(at && { at }), ...(q && { q }) }
}
