import { readJson } from '../json-text.ts'
import type { ImportItem } from './import-reader.ts'

/** A document on its way. `hasOwnId`: its `_id` stands in the file; else it was made here, so that it is stored once. */
export type ImportDocument = ImportItem & { hasOwnId: boolean }
export type RefusedLine = { line: number; code: string; message: string }

/** How far an import has come. */
export type ImportReport = {
  inserted: number
  replaced: number
  refused: number
  /** The first of them. */
  refusedLines: readonly RefusedLine[]
  /** The last line whose fate is known. */
  line: number
}

export const NO_REPORT: ImportReport = { inserted: 0, replaced: 0, refused: 0, refusedLines: [], line: 0 }
export const BLOCK_DOCUMENTS = 500
/** Half of what the API takes at once: texts of other alphabets need more bytes than signs. */
export const BLOCK_SIGNS = 4 * 1024 * 1024
/** More lines are counted only. */
const MOST_LISTED = 1_000

/** Makes a document of a line that the API may take. @param newId gives an ObjectId as Extended JSON */
export function prepareItem(item: ImportItem, newId: () => object): ImportDocument | RefusedLine {
  const read = readJson(item.text)
  if (read.kind === 'unreadable') return { line: item.line, code: 'MALFORMED_JSON', message: read.message }
  const { value } = read
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line: item.line, code: 'VALIDATION_FAILED', message: 'A document is a JSON object.' }
  }
  if (Object.hasOwn(value, '_id')) return { ...item, hasOwnId: true }
  const rest = item.text.trim().slice(1)
  const comma = Object.keys(value).length > 0 ? ', ' : ''
  return { line: item.line, text: `{"_id": ${JSON.stringify(newId())}${comma}${rest}`, hasOwnId: false }
}

export const isRefusedLine = (prepared: ImportDocument | RefusedLine): prepared is RefusedLine => 'code' in prepared

/** Notes lines that were refused; the report lists them by their number. */
export function noteRefused(report: ImportReport, lines: readonly RefusedLine[]): ImportReport {
  const listed = [...report.refusedLines, ...lines].slice(0, MOST_LISTED)
  const refusedLines = listed.toSorted((one, other) => one.line - other.line)
  return { ...report, refused: report.refused + lines.length, refusedLines }
}

type BlockErrors = readonly { index: number; code: string; message: string }[]
type StoredBlock = { inserted: number; modified: number; errors?: BlockErrors | undefined }

/**
 * Notes what became of a block. @param isAgain it was sent before, and nobody knows what became of that: a document whose `_id` was
 * made here and that is there already was stored then.
 */
export function noteBlock(
  report: ImportReport,
  block: readonly ImportDocument[],
  { stored, isAgain }: { stored: StoredBlock; isAgain: boolean },
): ImportReport {
  const errors = stored.errors ?? []
  const isStoredBefore = ({ index, code }: BlockErrors[number]) =>
    isAgain && code === 'CONFLICT' && block[index]?.hasOwnId === false
  const refused = errors.filter(error => !isStoredBefore(error))
  const lines = refused.map(({ index, code, message }) => ({ line: block[index]?.line ?? 0, code, message }))
  const next = noteRefused(report, lines)
  return {
    ...next,
    inserted: next.inserted + stored.inserted + errors.length - refused.length,
    replaced: next.replaced + stored.modified,
    line: block.at(-1)?.line ?? next.line,
  }
}

/** What a refusal of a block says of one of its documents, whose place in the block says nothing to a reader. */
export function messageOfRefusal(error: { path: string; message: string } | undefined, detail: string): string {
  const path = error?.path.replace(/^\d+\.?/, '') ?? ''
  return path === '' ? (error?.message ?? detail) : `${path}: ${error?.message}`
}

/** The place of the document in a block that a refusal of all of it is about. @param path such as `12.price` */
export function indexOfRefusal(path: string | undefined, length: number): number | undefined {
  const index = Number(/^\d+/.exec(path ?? '')?.[0] ?? Number.NaN)
  if (index < length) return index
  return length === 1 ? 0 : undefined
}

/** Refused lines for other programs, as JSON lines. */
export const refusedText = (lines: readonly RefusedLine[]): string =>
  lines.map(line => `${JSON.stringify(line)}\n`).join('')
