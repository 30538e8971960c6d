import { type Refusal, refuse } from '@sluice/contracts'
import type { Document, Sort } from '@sluice/store'
import { isDocument } from '../json/bson-value.ts'
import { parseDocumentJson } from '../json/parse-document.ts'
import type { FieldProjection } from '../rules/projection-plan.ts'
import type { Visibility } from '../rules/visibility.ts'
import { readPage } from './page.ts'
import { parseFilter, parseProjection, parseSort } from './parse-query.ts'

/** What the list of a collection is asked for. */
export type ListQuery = {
  kind: 'list'
  filter: Document
  sort: Sort
  keys: FieldProjection | undefined
  skip: number
  limit: number
  count: 'no' | 'exact' | 'estimated'
  hint: string | Sort | undefined
}

/** Reads the query of a list; everything is checked before the store sees it. */
export function readListQuery(query: URLSearchParams, visibility: Visibility): ListQuery | Refusal {
  const filter = parseFilter(query.getAll('filter'), visibility)
  if (filter.kind === 'refuse') return filter
  const sort = parseSort(query.getAll('sort'), visibility)
  if (sort.kind === 'refuse') return sort
  const projection = parseProjection(query.getAll('keys'), visibility)
  if (projection.kind === 'refuse') return projection
  const page = readPage(query)
  if (page.kind === 'refuse') return page
  const hint = readHint(query.get('hint'), visibility)
  if (hint.kind === 'refuse') return hint
  const { filter: conditions } = filter
  const { skip, limit } = page
  const count = readCount(query.get('count'))
  return {
    kind: 'list',
    filter: conditions,
    sort: sort.sort,
    keys: projection.keys,
    skip,
    limit,
    count,
    hint: hint.hint,
  }
}

function readCount(text: string | null): ListQuery['count'] {
  if (text === null || text === 'false' || text === '0') return 'no'
  return text === 'estimated' ? 'estimated' : 'exact'
}

/** The name of an index, or its keys as a JSON object. */
function readHint(
  text: string | null,
  visibility: Visibility,
): { kind: 'hint'; hint: string | Sort | undefined } | Refusal {
  if (text === null) return { kind: 'hint', hint: undefined }
  if (!text.trimStart().startsWith('{')) return { kind: 'hint', hint: text }
  const parsed = parseDocumentJson(text)
  if (parsed.kind === 'refuse' || !isDocument(parsed.value))
    return bad('hint', 'hint is the name of an index, or its keys as a JSON object.')
  const sort = parseSort([text], visibility)
  return sort.kind === 'refuse' ? sort : { kind: 'hint', hint: sort.sort }
}

const bad = (path: string, message: string): Refusal => refuse('BAD_QUERY', message, [{ path, message }])
