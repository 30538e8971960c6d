import { type Refusal, refuse } from '@sluice/contracts'
import { type Document, findFilterFaults, type Sort } from '@sluice/store'
import { isFieldPath, overlaps } from '../field-path.ts'
import { isDocument } from '../json/bson-value.ts'
import { parseDocumentJson } from '../json/parse-document.ts'
import type { FieldProjection } from '../rules/projection-plan.ts'
import { allOf } from '../rules/read-rules.ts'
import { isHidden, reachesHidden, type Visibility } from '../rules/visibility.ts'
import { checkFilter } from './check-filter.ts'
import { fieldHidden } from './field-hidden.ts'

const MAX_TEXT_BYTES = 16 * 1024
export const MAX_SORT_FIELDS = 16
const MAX_PROJECTED_FIELDS = 100

/** Reads the values of `?filter=`: each a JSON object, all of which must hold. None given is the empty filter. */
export function parseFilter(
  texts: readonly string[],
  visibility: Visibility,
): { kind: 'filter'; filter: Document } | Refusal {
  const filters: Document[] = []
  for (const text of texts) {
    const parsed = parseObject('filter', text)
    if (parsed.kind === 'refuse') return parsed
    const fault = checkFilter(parsed.object, visibility) ?? checkOperands(parsed.object)
    if (fault) return fault
    filters.push(parsed.object)
  }
  return { kind: 'filter', filter: allOf(...filters) }
}

/** What a store would say of the operands, with their place. */
function checkOperands(filter: Document): Refusal | undefined {
  const [fault] = findFilterFaults(filter, '')
  return fault && refuse('BAD_FILTER', `filter: ${fault.path}: ${fault.message}`, [fault])
}

/** Reads the values of `?sort=`: `field`, `-field`, or a JSON object of 1 and -1. None given is newest first. */
export function parseSort(texts: readonly string[], visibility: Visibility): { kind: 'sort'; sort: Sort } | Refusal {
  const sort: Record<string, 1 | -1> = {}
  for (const text of texts) {
    const parsed = text.trimStart().startsWith('{') ? parseObject('sort', text) : parseSortField(text)
    if (parsed.kind === 'refuse') return parsed
    for (const [path, direction] of Object.entries(parsed.object)) {
      const fault = checkSortField(path, direction, visibility)
      if (fault) return fault
      sort[path] = Number(direction) === 1 ? 1 : -1
    }
  }
  if (Object.keys(sort).length > MAX_SORT_FIELDS) return bad('sort', `sort takes ${MAX_SORT_FIELDS} fields at most.`)
  return { kind: 'sort', sort: texts.length === 0 ? { _id: -1 } : sort }
}

/** Reads the values of `?keys=`: JSON objects of 1 (only these) or 0 (all but these). */
export function parseProjection(
  texts: readonly string[],
  visibility: Visibility,
): { kind: 'projection'; keys: FieldProjection | undefined } | Refusal {
  const keys: Record<string, 0 | 1> = {}
  for (const text of texts) {
    const parsed = parseObject('keys', text)
    if (parsed.kind === 'refuse') return parsed
    for (const [path, value] of Object.entries(parsed.object)) {
      const fault = checkProjected(path, value, visibility)
      if (fault) return fault
      keys[path] = Number(value) === 1 ? 1 : 0
    }
  }
  return checkTogether(keys) ?? { kind: 'projection', keys: texts.length === 0 ? undefined : keys }
}

type ParsedObject = { kind: 'object'; object: Document } | Refusal

function parseObject(parameter: string, text: string): ParsedObject {
  if (text.trim() === '') return bad(parameter, `${parameter} is empty. Leave it out, or give a JSON object.`)
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES) return bad(parameter, `${parameter} may have 16 KB at most.`)
  const parsed = parseDocumentJson(text)
  if (parsed.kind === 'refuse') {
    const errors = parsed.errors?.map(error => ({ ...error, path: parameter }))
    return refuse('BAD_FILTER', `${parameter}: ${parsed.detail}`, errors)
  }
  if (isDocument(parsed.value)) return { kind: 'object', object: parsed.value }
  return bad(parameter, `${parameter} takes a JSON object, such as {"name": …}.`)
}

function parseSortField(text: string): ParsedObject {
  const parts = /^([+-]?)([^+-].*)$/.exec(text.trim())
  if (!parts) return bad('sort', 'sort is empty. Give a field, -field, or a JSON object of 1 and -1.')
  return { kind: 'object', object: { [parts[2] ?? '']: parts[1] === '-' ? -1 : 1 } }
}

function checkSortField(path: string, direction: unknown, visibility: Visibility): Refusal | undefined {
  if (!isFieldPath(path)) return bad('sort', `"${path}" can not be the name of a field to sort by.`)
  if (![1, -1].includes(Number(direction))) return bad('sort', `sort takes 1 or -1 for "${path}".`)
  return reachesHidden(path, visibility) ? fieldHidden(path) : undefined
}

function checkProjected(path: string, value: unknown, visibility: Visibility): Refusal | undefined {
  if (!isFieldPath(path)) return bad('keys', `"${path}" can not be the name of a field in keys.`)
  const isFlag = typeof value === 'number' || typeof value === 'boolean'
  if (!isFlag || ![0, 1].includes(Number(value))) return bad('keys', `keys takes 1 or 0 for "${path}", nothing else.`)
  return isHidden(path, visibility) ? fieldHidden(path) : undefined
}

function checkTogether(keys: FieldProjection): Refusal | undefined {
  const paths = Object.keys(keys).filter(path => path !== '_id')
  if (paths.length > MAX_PROJECTED_FIELDS) return bad('keys', `keys takes ${MAX_PROJECTED_FIELDS} fields at most.`)
  const first = paths[0]
  if (paths.some(path => keys[path] !== keys[first ?? ''])) {
    return bad('keys', 'keys either lists fields with 1 or leaves fields out with 0; only _id may differ.')
  }
  const clash = paths.find(path => paths.some(other => other !== path && overlaps(path, other)))
  return clash
    ? bad('keys', `keys names "${clash}" and something inside it or around it. Name one of them.`)
    : undefined
}

const bad = (parameter: string, message: string): Refusal =>
  refuse('BAD_FILTER', message, [{ path: parameter, message }])
