import { visibleJson } from './visible-json.ts'

/** A result, and where it is of a list of documents: which page of them it is. */
export type ToolResult = { value: Readonly<Record<string, unknown>>; page?: { page: number; limit: number } }

/** `value` and its text, which has so many bytes at most; or there is no way to make it fit. */
export type FittedResult =
  | { kind: 'fits'; value: Readonly<Record<string, unknown>>; text: string }
  | { kind: 'too-large' }

const bytesOf = (text: string) => Buffer.byteLength(text)

/**
 * Makes the text of a result no longer than it may be. Of a list documents are left out from the end, and `truncated`
 * says where to go on; a single document loses its longest texts, which `truncated` names. Anything else has to fit.
 */
export function fitResult(result: ToolResult, maxBytes: number): FittedResult {
  const whole = fitted(result.value, maxBytes)
  if (whole) return whole
  const { documents, document } = result.value
  if (Array.isArray(documents)) return fitDocuments(result, documents, maxBytes)
  return isRecord(document) ? fitDocument(result.value, document, maxBytes) : { kind: 'too-large' }
}

function fitted(value: ToolResult['value'], maxBytes: number): FittedResult | undefined {
  const text = visibleJson(value)
  return bytesOf(text) <= maxBytes ? { kind: 'fits', value, text } : undefined
}

function fitDocuments({ value, page }: ToolResult, documents: readonly unknown[], maxBytes: number): FittedResult {
  // Room for `truncated` itself, whose figures have 16 digits at most.
  const longest = { ...value, documents: [], more: true, truncated: LONGEST_TRUNCATION }
  let left = maxBytes - bytesOf(visibleJson(longest))
  let returned = 0
  for (const document of documents) {
    left -= bytesOf(visibleJson(document)) + 1
    if (left < 0) break
    returned += 1
  }
  if (returned > 0) {
    const shown = documents.slice(0, returned)
    const cut = { ...value, documents: shown, more: true, truncated: truncation(page, returned) }
    return fitted(cut, maxBytes) ?? { kind: 'too-large' }
  }
  const [first] = documents
  return isRecord(first) ? fitFirst({ value, ...(page && { page }) }, first, maxBytes) : { kind: 'too-large' }
}

function fitFirst({ value, page }: ToolResult, first: Record<string, unknown>, maxBytes: number): FittedResult {
  const place = truncation(page, 1)
  const build = (document: unknown, fields: readonly string[]) => ({
    ...value,
    documents: [document],
    more: true,
    truncated: { ...place, fields },
  })
  return withoutLongTexts(first, build, maxBytes)
}

const fitDocument = (value: ToolResult['value'], document: Record<string, unknown>, maxBytes: number): FittedResult =>
  withoutLongTexts(document, (shorter, fields) => ({ ...value, document: shorter, truncated: { fields } }), maxBytes)

const MOST = Number.MAX_SAFE_INTEGER
const LONGEST_TRUNCATION = { returned: MOST, next: { page: MOST, limit: MOST } }

/** Where the rest begins: pages of such a size that one of them starts behind what was returned. */
function truncation(page: ToolResult['page'], returned: number) {
  if (!page) return { returned }
  const offset = (page.page - 1) * page.limit + returned
  let limit = returned
  while (offset % limit !== 0) limit -= 1
  return { returned, next: { page: offset / limit + 1, limit } }
}

type LongText = { holder: object; key: string; path: string; bytes: number }
type BuildResult = (document: unknown, fields: readonly string[]) => ToolResult['value']

const MAX_FIELDS = 50
const MAX_PATH = 200
const MIN_TEXT_BYTES = 64
const NOTHING_LEFT = '""'.length

/** Empties the longest texts of a document, as many as it takes. Those whose names are long help nobody and stay. */
function withoutLongTexts(document: Record<string, unknown>, build: BuildResult, maxBytes: number): FittedResult {
  const copy = structuredClone(document)
  const texts: LongText[] = []
  collectTexts(copy, '', texts)
  texts.sort((a, b) => b.bytes - a.bytes)
  const fields: string[] = []
  let size = bytesOf(visibleJson(build(copy, fields)))
  for (const { holder, key, path, bytes } of texts.slice(0, MAX_FIELDS)) {
    Reflect.set(holder, key, '')
    fields.push(path)
    size += bytesOf(visibleJson(path)) + 1 + NOTHING_LEFT - bytes
    if (size <= maxBytes) return fitted(build(copy, fields), maxBytes) ?? { kind: 'too-large' }
  }
  return { kind: 'too-large' }
}

function collectTexts(value: unknown, path: string, found: LongText[]): void {
  if (typeof value !== 'object' || value === null || path.length > MAX_PATH) return
  for (const key of Object.keys(value)) {
    const inner: unknown = Reflect.get(value, key)
    const own = path === '' ? key : `${path}.${key}`
    if (typeof inner !== 'string') collectTexts(inner, own, found)
    else if (key !== '_id') note(found, { holder: value, key, path: own, text: inner })
  }
}

function note(found: LongText[], { text, ...place }: Omit<LongText, 'bytes'> & { text: string }): void {
  if (text.length < MIN_TEXT_BYTES || place.path.length > MAX_PATH) return
  found.push({ ...place, bytes: bytesOf(visibleJson(text)) })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
