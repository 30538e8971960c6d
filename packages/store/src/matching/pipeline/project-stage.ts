import { InvalidQueryError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { compileExpression } from '../expressions/expression.ts'
import type { Evaluate } from '../expressions/operator.ts'
import { numericOf } from '../values/numbers.ts'
import { fieldOf, fieldsOf, isArray, isDocument, typeOf } from '../values/value.ts'
import { putField } from '../values/write-path.ts'
import { compileProjection } from './projection.ts'

const isFlag = (value: unknown): boolean => typeof value === 'boolean' || numericOf(value) !== undefined

/** `{a: {b: 1}}` says the same as `{'a.b': 1}`. */
function flatten(specification: Document, prefix: string): [string, unknown][] {
  return Object.entries(specification).flatMap(([field, value]): [string, unknown][] => {
    const path = prefix + field
    const isNested = isDocument(value) && !(Object.keys(value)[0] ?? '$').startsWith('$')
    return isNested ? flatten(value, `${path}.`) : [[path, value]]
  })
}

/** Sets a computed field; an array on the way stands for all of its documents. */
function place(value: unknown, parts: readonly string[], computed: unknown): unknown {
  const [part = '', ...rest] = parts
  if (isArray(value)) return value.map(each => place(each, parts, computed))
  const document = typeOf(value) === 'object' ? { ...fieldsOf(value) } : {}
  const inner = rest.length === 0 ? computed : place(fieldOf(document, part), rest, computed)
  if (inner === undefined) delete document[part]
  else putField(document, part, inner)
  return document
}

type ComputedField = { parts: readonly string[]; evaluate: Evaluate }

function computedFields(entries: readonly (readonly [string, unknown])[]): ComputedField[] {
  return entries.map(([path, expression]) => {
    if (path === '' || path.split('.').some(part => part === '' || part.startsWith('$'))) {
      throw new InvalidQueryError(`Not a name for a computed field: ${path}`)
    }
    return { parts: path.split('.'), evaluate: compileExpression(expression) }
  })
}

function compute(base: Document, fields: readonly ComputedField[], root: Document): Document {
  return fields.reduce((document, { parts, evaluate }) => {
    return fieldsOf(place(document, parts, evaluate({ root })))
  }, base)
}

/** `$addFields` and `$set`. */
export function addFields(specification: Document): (documents: Document[]) => Document[] {
  const fields = computedFields(flatten(specification, ''))
  if (fields.length === 0) throw new InvalidQueryError('$addFields needs at least one field.')
  return documents => documents.map(document => compute(document, fields, document))
}

/** `$project`: fields kept or left out, or fields kept and computed. */
export function projectStage(specification: Document): (documents: Document[]) => Document[] {
  const entries = flatten(specification, '')
  if (entries.length === 0) throw new InvalidQueryError('$project needs at least one field.')
  const flags = entries.filter(([, value]) => isFlag(value))
  const fields = computedFields(entries.filter(([, value]) => !isFlag(value)))
  if (fields.length === 0) {
    const projection = compileProjection(Object.fromEntries(flags))
    return documents => documents.map(projection)
  }
  const isOff = (value: unknown) => value === false || Number(numericOf(value)) === 0
  if (flags.some(([path, value]) => path !== '_id' && isOff(value))) {
    throw new InvalidQueryError('$project can compute fields or leave some out, not both.')
  }
  const leavesOutId = flags.some(([path, value]) => path === '_id' && isOff(value))
  const kept = flags.filter(([, value]) => !isOff(value)).map(([path]) => [path, 1] as const)
  const projection = compileProjection({ _id: leavesOutId ? 0 : 1, ...Object.fromEntries(kept) })
  const base = kept.length === 0 && leavesOutId ? () => ({}) : projection
  return documents => documents.map(document => compute(base(document), fields, document))
}

/** `$unset`: one path or a list of them. */
export function unset(argument: unknown): (documents: Document[]) => Document[] {
  const paths = isArray(argument) ? argument : [argument]
  const names = paths.filter(path => typeof path === 'string')
  if (names.length === 0 || names.length < paths.length)
    throw new InvalidQueryError('$unset needs a path or a list of them.')
  const projection = compileProjection(Object.fromEntries(names.map(name => [name, 0])))
  return documents => documents.map(projection)
}

/** `$replaceRoot` and `$replaceWith`: what the expression gives takes the document's place. */
export function replaceRoot(stage: string, expression: unknown): (documents: Document[]) => Document[] {
  if (expression === undefined) throw new InvalidQueryError(`${stage} needs an expression that gives a document.`)
  const evaluate = compileExpression(expression)
  return documents =>
    documents.map(root => {
      const value = evaluate({ root })
      if (isDocument(value)) return { ...value }
      throw new InvalidQueryError(`${stage} takes documents only; its expression gave ${typeOf(value)}.`)
    })
}
