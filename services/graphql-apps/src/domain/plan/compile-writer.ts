import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import {
  type GraphQLEnumType,
  type GraphQLError,
  type GraphQLLeafType,
  type GraphQLList,
  type GraphQLOutputType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  locatedError,
} from 'graphql'
import { readPath } from '../values/property-path.ts'
import { builtInWriter, scalarWriter } from '../values/scalars.ts'
import { misfit, missingValue, StoredValueMisfitError, untold } from '../values/stored-value-misfit.ts'
import { valueKey } from '../values/value-key.ts'
import type { ChosenPlan } from './flat/plan-choice.ts'
import { type FieldPlan, type ObjectPlan, type OperationPlan, type Selection, selectionFor } from './plan-operation.ts'

/** What a field that is a query came to for one parent. */
export type FieldOutcome =
  | { kind: 'documents'; documents: readonly Document[] }
  | { kind: 'failed'; error: GraphQLError }

/** What was loaded for one request, and the errors met while it is written. */
export type AnswerWriting = {
  outcomeOf(field: FieldPlan, parent: unknown): FieldOutcome
  /** What an introspection field gives. */
  introspect(field: FieldPlan): unknown
  errors: GraphQLError[]
  /** Characters of the answer so far, about. */
  written: number
}

/** Documents that many parents share are read once and written many times: a small query could ask for gigabytes. */
const MAX_ANSWER = 32 * 1024 * 1024
const MAX_ERRORS = 1_000

/** The whole answer is given up; no field above turns this into its null. */
export class AnswerTooLargeError extends Error {
  override name = 'AnswerTooLargeError'
}

type AnswerPath = { previous: AnswerPath | undefined; key: string | number }

/**
 * Writes an object as plain values, for `JSON.stringify`: text put together field by field costs more than twice as much.
 * Throws the error of a non-null field, already located, for the next nullable field above.
 */
export type ObjectWriter = (source: unknown, path: AnswerPath | undefined, writing: AnswerWriting) => object

/** A plan with what writes its answer: from objects, and where it is flat also from stored bytes. */
export type CompiledPlan = OperationPlan & ChosenPlan & { write: ObjectWriter }

/** Gives null where there is nothing. */
type Completer = (value: unknown, path: AnswerPath | undefined, writing: AnswerWriting) => unknown

/** Compiles the writing of an object: same values, nulls, errors and order as graphql-js would give (its completeValue). */
export function compileObjectWriter(plan: ObjectPlan): ObjectWriter {
  const writers = plan.fields.map(field => ({ key: field.key, write: compileField(field) }))
  // An object that has its fields from the beginning does not grow field by field.
  const template = Object.fromEntries(plan.fields.map(({ key }) => [key, null]))
  const characters = plan.fields.reduce((sum, { key }) => sum + key.length + CHARACTERS_OF_FIELD, 0)
  return (source, path, writing) => {
    writing.written += characters
    if (writing.written > MAX_ANSWER) throw tooLarge(`is larger than ${MAX_ANSWER / 1024 / 1024} MB`)
    const result: Record<string, unknown> = { ...template }
    for (const { key, write } of writers) put(result, key, write(source, path, writing))
    return result
  }
}

/** Quotes, colon, comma and a short value. */
const CHARACTERS_OF_FIELD = 8

/** A field may be called `__proto__` in an answer. */
function put(result: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true })
  } else result[key] = value
}

function compileField(field: FieldPlan): Completer {
  const { source } = field
  if (source.kind === 'typename') return () => field.parent.name
  if (source.kind === 'introspection') return (_source, _path, writing) => writing.introspect(field)
  const { type } = source.field
  const resolve = compileResolver(field)
  const complete = compileCompleter(type, field)
  const isNonNull = isNonNullType(type)
  const isLeaf = isLeafType(getNullableType(type))
  return (parent, path, writing) => {
    const here = isLeaf ? undefined : { previous: path, key: field.key }
    try {
      return complete(resolve(parent, writing), here, writing)
    } catch (raw) {
      const error = locate(raw, field, here ?? { previous: path, key: field.key })
      if (isNonNull) throw error
      addError(error, writing)
      return null
    }
  }
}

type Resolver = (parent: unknown, writing: AnswerWriting) => unknown

function compileResolver(field: FieldPlan): Resolver {
  const { source } = field
  if (source.kind === 'query') {
    const { isList } = source.mapping
    return (parent, writing) => {
      const outcome = writing.outcomeOf(field, parent)
      if (outcome.kind === 'failed') throw outcome.error
      return isList ? outcome.documents : outcome.documents[0]
    }
  }
  if (source.kind !== 'property') return () => undefined
  const { path } = source.mapping
  if (field.selection && !isListType(getNullableType(source.field.type))) {
    return parent => objectOrNothing(readPath(parent, path))
  }
  return parent => readPath(parent, path)
}

/** Returns nothing for a stored scalar or list where the schema promises one object. */
const objectOrNothing = (value: unknown): unknown => (isDocument(value) ? value : undefined)

function compileCompleter(type: GraphQLOutputType, field: FieldPlan): Completer {
  if (!isNonNullType(type)) return compileNullable(type, field)
  const complete = compileNullable(type.ofType, field)
  return (value, path, writing) => {
    const completed = complete(value, path, writing)
    if (completed !== null) return completed
    throw missingValue(String(type))
  }
}

function compileNullable(type: GraphQLOutputType, field: FieldPlan): Completer {
  const complete = compilePresent(type, field)
  return (value, path, writing) => (value === null || value === undefined ? null : complete(value, path, writing))
}

function compilePresent(type: GraphQLOutputType, field: FieldPlan): Completer {
  if (isListType(type)) return compileList(type, field)
  if (isLeafType(type)) return compileLeaf(type)
  return field.selection ? compileSelection(field.selection) : () => null
}

function compileSelection(selection: Selection): Completer {
  if (selection.kind === 'object') return writerOf(selection)
  return (value, path, writing) => {
    const plan = selectionFor(selection, value)
    if (plan) return writerOf(plan)(value, path, writing)
    throw untold(selection.name)
  }
}

const writers = new WeakMap<ObjectPlan, ObjectWriter>()

/** Several ways may lead to one plan. */
function writerOf(plan: ObjectPlan): ObjectWriter {
  const writer = writers.get(plan) ?? compileObjectWriter(plan)
  writers.set(plan, writer)
  return writer
}

function compileList(type: GraphQLList<GraphQLOutputType>, field: FieldPlan): Completer {
  const itemType = type.ofType
  const complete = compileCompleter(itemType, field)
  const isNonNull = isNonNullType(itemType)
  return (value, path, writing) => {
    if (!Array.isArray(value)) throw misfit(String(type))
    const items: unknown[] = []
    for (let at = 0; at < value.length; at += 1) {
      const here = { previous: path, key: at }
      try {
        items.push(complete(value[at], here, writing))
      } catch (raw) {
        const error = locate(raw, field, here)
        if (isNonNull) throw error
        addError(error, writing)
        items.push(null)
      }
    }
    return items
  }
}

function compileLeaf(type: GraphQLLeafType): Completer {
  const write = leafWriter(type)
  return (value, _path, writing) => {
    if (typeof value === 'string') writing.written += value.length
    return fitted(write(value), type)
  }
}

/** What writes stored values of a scalar or an enum, as JSON values; nothing for a value that the type does not stand for. */
export function leafWriter(type: GraphQLLeafType): (value: unknown) => unknown {
  const write = isEnumType(type) ? enumWriter(type) : (scalarWriter(type.name) ?? builtInWriter(type))
  const isPlain = PLAIN[type.name]
  return value => (isPlain?.(value) ? value : write(value))
}

const fitted = (written: unknown, { name }: GraphQLLeafType): unknown => {
  if (written === undefined || written === null) throw misfit(name)
  return written
}

const isText = (value: unknown): boolean => typeof value === 'string'
/** Values that stand for themselves. */
const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  String: isText,
  ID: isText,
  Int: value => typeof value === 'number' && (value | 0) === value,
  Float: value => typeof value === 'number' && Number.isFinite(value),
  Boolean: value => typeof value === 'boolean',
}

/** A name by the value that is stored for it, whatever class of number that is. */
function enumWriter(type: GraphQLEnumType): (value: unknown) => unknown {
  const names = new Map(type.getValues().map(({ name, value }) => [valueKey(value), name]))
  return value => names.get(valueKey(value))
}

function locate(raw: unknown, field: FieldPlan, path: AnswerPath): GraphQLError {
  if (raw instanceof AnswerTooLargeError) throw raw
  const keys = toArray(path)
  return locatedError(raw instanceof StoredValueMisfitError ? raw.at(keys) : raw, field.nodes, keys)
}

function addError(error: GraphQLError, { errors }: AnswerWriting): void {
  if (errors.length >= MAX_ERRORS) throw tooLarge(`has more than ${MAX_ERRORS} errors`)
  errors.push(error)
}

const tooLarge = (how: string) => new AnswerTooLargeError(`The answer ${how}. Ask for less, with limit or a filter.`)

function toArray(path: AnswerPath): (string | number)[] {
  const keys: (string | number)[] = []
  for (let at: AnswerPath | undefined = path; at; at = at.previous) keys.push(at.key)
  return keys.reverse()
}
