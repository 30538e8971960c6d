import { formatPathId, readNewDocument } from '@sluice/documents'
import { isTagged } from './bson-values.ts'

/** What the gateway lets no path have after it was decoded once (design: http-shapes, "Paths"). */
const UNREADABLE = /[\p{Cc}\\]|%(?:2f|5c|2e|00)/iu

/**
 * The last part of the path under which the REST interface serves a document, decoded, with the query that goes with it.
 * @returns undefined for an `_id` that no path can name: there is no request by which it could be written
 */
export function segmentOf(id: unknown): { segment: string; query: string } | undefined {
  const plain = isNumeric(id) ? Number(id.toString()) : id
  if (typeof plain === 'number' && !isNamed(plain, id)) return undefined
  if (readNewDocument({ _id: plain }).kind === 'refuse') return undefined
  const named = formatPathId(plain)
  if (named === undefined) return undefined
  const [segment = '', query = ''] = named.split('?')
  const decoded = decodeURIComponent(segment)
  return UNREADABLE.test(decoded) ? undefined : { segment: decoded, query }
}

const isNumeric = (id: unknown): id is { toString(): string } =>
  isTagged(id, 'Int32') || isTagged(id, 'Double') || isTagged(id, 'Long')

/** A path has digits and a point; a whole number of 64 bits may have more of them than a number holds. */
const isNamed = (plain: number, id: unknown): boolean =>
  /^-?\d+(?:\.\d+)?$/.test(String(plain)) && (!isTagged(id, 'Long') || Number.isSafeInteger(plain))
