import { type Refusal, refuse } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { isFieldPath, joinPath } from '../field-path.ts'
import { isDocument } from '../json/bson-value.ts'
import { checkCondition } from '../query/check-filter.ts'
import { fieldHidden } from '../query/field-hidden.ts'
import { isHidden, reachesHidden, type Visibility } from '../rules/visibility.ts'

const OPERATORS: ReadonlySet<string> = new Set([
  ...['$set', '$unset', '$setOnInsert', '$rename', '$currentDate'],
  ...['$inc', '$mul', '$min', '$max'],
  ...['$push', '$pull', '$addToSet', '$pop'],
])

/** They decide by what is there. */
const COMPARING: ReadonlySet<string> = new Set(['$min', '$max', '$addToSet'])

/** What is the service's to write; a request that names them says nothing. */
const OWN_FIELDS: readonly string[] = ['_id', '_etag']

export type ReadUpdate = { kind: 'update'; update: Record<string, Document> } | Refusal

/**
 * Reads the body of a PATCH: plain and dotted names set fields, names with a dollar sign are update operators.
 * `_id` and `_etag` at the top are left out. An operator can't look at what is out of sight.
 */
export function readUpdate(body: Document, visibility: Visibility): ReadUpdate {
  const update: Record<string, Document> = {}
  const plain = Object.entries(body).filter(([name]) => !name.startsWith('$') && !OWN_FIELDS.includes(name))
  if (plain.length > 0) update.$set = Object.fromEntries(plain)
  for (const [operator, operands] of Object.entries(body).filter(([name]) => name.startsWith('$'))) {
    if (!OPERATORS.has(operator)) return bad(operator, `${operator} is not an update operator that can be used here.`)
    if (!isDocument(operands)) return bad(operator, `${operator} takes an object of fields.`)
    update[operator] = { ...update[operator], ...operands }
  }
  return checkPaths(update, visibility) ?? { kind: 'update', update }
}

function checkPaths(update: Record<string, Document>, visibility: Visibility): Refusal | undefined {
  for (const [operator, operands] of Object.entries(update)) {
    for (const [path, operand] of Object.entries(operands)) {
      const fault = checkPath({ operator, path, operand }, visibility)
      if (fault) return fault
    }
  }
  return undefined
}

type UpdateChange = { operator: string; path: string; operand: unknown }

function checkPath({ operator, path, operand }: UpdateChange, visibility: Visibility): Refusal | undefined {
  const paths = operator === '$rename' ? [path, String(operand)] : [path]
  for (const name of paths) {
    if (!isFieldPath(name)) return bad(name, `"${name}" can not be the name of a field to change.`)
    if (OWN_FIELDS.some(own => name === own || name.startsWith(`${own}.`))) {
      return bad(name, `${name} can not be changed by an operator.`)
    }
  }
  // These tell what they find: by giving it another name, by what is left, or by what they make of the fields beside it.
  if (operator === '$rename' && paths.some(name => reachesHidden(name, visibility))) return fieldHidden(path)
  if (comparesHidden({ operator, path, operand }, visibility)) return fieldHidden(path)
  return operator === '$pull' ? checkPull(path, operand, visibility) : undefined
}

/** Whether what can be seen afterwards depends on a value that can't. A field that is hidden as a whole shows nothing. */
function comparesHidden({ operator, path, operand }: UpdateChange, visibility: Visibility): boolean {
  if (isHidden(path, visibility)) return false
  const names = operator === '$push' ? sortedBy(path, operand) : COMPARING.has(operator) ? [path] : []
  return names.some(name => reachesHidden(name, visibility))
}

function sortedBy(path: string, operand: unknown): string[] {
  if (!isDocument(operand) || operand.$sort === undefined) return []
  return isDocument(operand.$sort) ? Object.keys(operand.$sort).map(name => joinPath(path, name)) : [path]
}

/** The operand is a condition on elements: operators, a filter on their fields, or a value. */
function checkPull(path: string, operand: unknown, visibility: Visibility): Refusal | undefined {
  const isOnFields = isDocument(operand) && !Object.keys(operand)[0]?.startsWith('$')
  return checkCondition(path, isOnFields ? { $elemMatch: operand } : operand, visibility)
}

const bad = (path: string, message: string): Refusal => refuse('VALIDATION_FAILED', message, [{ path, message }])
