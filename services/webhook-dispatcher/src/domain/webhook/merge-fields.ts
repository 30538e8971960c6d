import { formatDocument, mergeIntoDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'

type Fields = Readonly<Record<string, unknown>>

const HEADERS = 'headers.'

/**
 * A webhook's document with the fields that a permission sets (dotted paths), as JSON has them. They win over what is
 * there, a header whatever its case.
 */
export function mergeFields(document: Fields, mergeRequest: Document | undefined): Fields {
  if (!mergeRequest) return document
  const fixed: Document = JSON.parse(formatDocument(mergeRequest, 'standard'))
  const merged = mergeIntoDocument(document, fixed)
  const names = Object.keys(fixed).flatMap(path => (path.startsWith(HEADERS) ? [path.slice(HEADERS.length)] : []))
  return names.length > 0 && isFields(merged.headers)
    ? { ...merged, headers: withoutOtherSpellings(merged.headers, names) }
    : merged
}

function withoutOtherSpellings(headers: Fields, names: readonly string[]): Fields {
  const spelling = new Map(names.map(name => [name.toLowerCase(), name]))
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => (spelling.get(name.toLowerCase()) ?? name) === name),
  )
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
