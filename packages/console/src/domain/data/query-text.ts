import { fieldOfPath } from '../field-of-path.ts'
import { jsonPlace } from '../graphql/json-place.ts'
import { readJson } from '../json-text.ts'
import type { DocumentQuery } from './data-search.ts'

/** The texts of a query, as they are typed. */
export type QueryTexts = { filter: string; sort: string; keys: string }
type QueryTextField = keyof QueryTexts

export const QUERY_FIELDS: readonly QueryTextField[] = ['filter', 'sort', 'keys']

/** A place in one of the texts, and what is wrong there. */
type QueryMark = { line: number; column: number; message: string }
export type QueryTextMarks = Readonly<Record<QueryTextField, readonly QueryMark[]>>

export const textsOfQuery = ({ filter = '', sort = '', keys = '' }: DocumentQuery): QueryTexts => ({
  filter,
  sort,
  keys,
})

/** The query that texts stand for: an empty one is left out. Another query begins at its first page. */
export const queryOfTexts = (texts: QueryTexts): DocumentQuery =>
  Object.fromEntries(QUERY_FIELDS.map(name => [name, texts[name].trim()]).filter(([, text]) => text !== ''))

/** Finds what is wrong with a text before it is sent. A sort may also be the name of a field, with - before it. */
function faultIn(name: QueryTextField, text: string): readonly QueryMark[] {
  if (text.trim() === '' || (name === 'sort' && !text.trimStart().startsWith('{'))) return []
  const read = readJson(text)
  if (read.kind === 'unreadable') return [read]
  const isObject = typeof read.value === 'object' && read.value !== null && !Array.isArray(read.value)
  return isObject ? [] : [{ line: 1, column: 1, message: 'A JSON object is needed here.' }]
}

export const marksIn = (texts: QueryTexts): QueryTextMarks => ({
  filter: faultIn('filter', texts.filter),
  sort: faultIn('sort', texts.sort),
  keys: faultIn('keys', texts.keys),
})

type QueryRefusal = { errors?: readonly { path: string; message: string }[] | undefined }

/** Places what the service says of a query. What names no text names something inside of the filter. */
export function marksOfRefusal({ errors = [] }: QueryRefusal, texts: QueryTexts): QueryTextMarks {
  const marks: Record<QueryTextField, QueryMark[]> = { filter: [], sort: [], keys: [] }
  for (const { path, message } of errors) {
    const name = QUERY_FIELDS.find(each => each === fieldOfPath(path, QUERY_FIELDS)) ?? 'filter'
    const inside = path === name ? '' : path
    marks[name].push({ ...(name === 'filter' ? jsonPlace(texts.filter, inside) : { line: 1, column: 1 }), message })
  }
  return marks
}

/** Whether a text is a JSON object, as bulk writes and index options are. */
export const isJsonObject = (text: string): boolean => text.trim() !== '' && faultIn('filter', text).length === 0
