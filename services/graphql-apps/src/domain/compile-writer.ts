import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import {
  type GraphQLEnumType,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLOutputType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  locatedError,
} from 'graphql'
import { type FieldPlan, type ObjectPlan, type OperationPlan, type Selection, selectionFor } from './plan-operation.ts'
import { readPath } from './property-path.ts'
import { plainValue, scalarWriter } from './scalars.ts'
import { valueKey } from './value-key.ts'

/** What a field that is a query came to for one parent. */
export type Outcome = { kind: 'documents'; documents: readonly Document[] } | { kind: 'failed'; error: GraphQLError }

/** What was loaded for one request, and the errors met while it is written. */
export type Writing = {
  outcomeOf(field: FieldPlan, parent: unknown): Outcome
  /** JSON text of an introspection field. */
  introspect(field: FieldPlan): string
  errors: GraphQLError[]
  /** Characters of the answer so far. */
  written: number
}

/** Documents that many parents share are read once and written many times: a small query could ask for gigabytes. */
const MAX_ANSWER = 32 * 1024 * 1024
const MAX_ERRORS = 1_000

/** The whole answer is given up; no field above turns this into its null. */
export class AnswerTooLargeError extends Error {
  override name = 'AnswerTooLargeError'
}

type Path = { previous: Path | undefined; key: string | number }

/** Writes an object as JSON text. Throws the error of a non-null field, already located, for the next nullable field above. */
export type ObjectWriter = (source: unknown, path: Path | undefined, writing: Writing) => string

/** A plan with what writes its answer. */
export type CompiledPlan = OperationPlan & { write: ObjectWriter }

type Completer = (value: unknown, path: Path | undefined, writing: Writing) => string

/** Compiles the writing of an object: same values, nulls, errors and order as graphql-js would give (its completeValue). */
export function compileObjectWriter(plan: ObjectPlan): ObjectWriter {
  const writers = plan.fields.map(compileField)
  return (source, path, writing) => {
    const before = writing.written
    let text = '{'
    for (let at = 0; at < writers.length; at += 1) {
      const write = writers[at]
      if (write) text += (at === 0 ? '' : ',') + write(source, path, writing)
      writing.written = before + text.length
      if (writing.written > MAX_ANSWER) throw tooLarge(`is larger than ${MAX_ANSWER / 1024 / 1024} MB`)
    }
    return `${text}}`
  }
}

function compileField(field: FieldPlan): ObjectWriter {
  const prefix = `${JSON.stringify(field.key)}:`
  const { source } = field
  if (source.kind === 'typename') {
    const text = prefix + JSON.stringify(field.parent.name)
    return () => text
  }
  if (source.kind === 'introspection') return (_source, _path, writing) => prefix + writing.introspect(field)
  const { type } = source.field
  const resolve = compileResolver(field)
  const complete = compileCompleter(type, field)
  const isNonNull = isNonNullType(type)
  const isLeaf = isLeafType(getNullableType(type))
  return (parent, path, writing) => {
    const here = isLeaf ? undefined : { previous: path, key: field.key }
    try {
      return prefix + complete(resolve(parent, writing), here, writing)
    } catch (raw) {
      const error = locate(raw, field, here ?? { previous: path, key: field.key })
      if (isNonNull) throw error
      addError(error, writing)
      return `${prefix}null`
    }
  }
}

type Resolver = (parent: unknown, writing: Writing) => unknown

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

/** Where the schema promises one object, a stored scalar or list is none. */
const objectOrNothing = (value: unknown): unknown => (isDocument(value) ? value : undefined)

function compileCompleter(type: GraphQLOutputType, field: FieldPlan): Completer {
  if (!isNonNullType(type)) return compileNullable(type, field)
  const complete = compileNullable(type.ofType, field)
  return (value, path, writing) => {
    const text = complete(value, path, writing)
    if (text !== 'null') return text
    throw new GraphQLError(`Cannot return null for non-nullable field ${nameOf(field)}.`)
  }
}

function compileNullable(type: GraphQLOutputType, field: FieldPlan): Completer {
  const complete = compilePresent(type, field)
  return (value, path, writing) => (value === null || value === undefined ? 'null' : complete(value, path, writing))
}

function compilePresent(type: GraphQLOutputType, field: FieldPlan): Completer {
  if (isListType(type)) return compileList(type.ofType, field)
  if (isLeafType(type)) return compileLeaf(type)
  return field.selection ? compileSelection(field.selection) : () => 'null'
}

function compileSelection(selection: Selection): ObjectWriter {
  if (selection.kind === 'object') return writerOf(selection)
  return (value, path, writing) => {
    const plan = selectionFor(selection, value)
    if (plan) return writerOf(plan)(value, path, writing)
    throw new GraphQLError(`No type of ${selection.name} fits the stored value.`)
  }
}

const writers = new WeakMap<ObjectPlan, ObjectWriter>()

/** Several ways may lead to one plan. */
function writerOf(plan: ObjectPlan): ObjectWriter {
  const writer = writers.get(plan) ?? compileObjectWriter(plan)
  writers.set(plan, writer)
  return writer
}

function compileList(itemType: GraphQLOutputType, field: FieldPlan): Completer {
  const complete = compileCompleter(itemType, field)
  const isNonNull = isNonNullType(itemType)
  return (value, path, writing) => {
    if (!Array.isArray(value)) {
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${nameOf(field)}".`)
    }
    let text = '['
    for (let at = 0; at < value.length; at += 1) {
      if (at > 0) text += ','
      const here = { previous: path, key: at }
      try {
        text += complete(value[at], here, writing)
      } catch (raw) {
        const error = locate(raw, field, here)
        if (isNonNull) throw error
        addError(error, writing)
        text += 'null'
      }
    }
    return `${text}]`
  }
}

function compileLeaf(type: GraphQLLeafType): Completer {
  const writeOurs = scalarWriter(type.name)
  if (writeOurs) return writeOurs
  if (isEnumType(type)) return compileEnumWriter(type)
  // The built-in scalars and enums do not know the classes of bson.
  const write = (value: unknown): string => {
    const serialized = type.serialize(plainValue(value))
    if (serialized !== null && serialized !== undefined) return JSON.stringify(serialized)
    throw new GraphQLError(`${type.name} can not represent a stored value.`)
  }
  const isText = type.name === 'String' || type.name === 'ID'
  return isText ? value => (typeof value === 'string' ? JSON.stringify(value) : write(value)) : write
}

/** A name by the value that is stored for it, whatever class of number that is. */
function compileEnumWriter(type: GraphQLEnumType): Completer {
  const names = new Map(type.getValues().map(({ name, value }) => [valueKey(value), JSON.stringify(name)]))
  return value => names.get(valueKey(value)) ?? JSON.stringify(type.serialize(plainValue(value)))
}

const nameOf = ({ parent, nodes }: FieldPlan): string => `${parent.name}.${nodes[0]?.name.value ?? ''}`

function locate(raw: unknown, field: FieldPlan, path: Path): GraphQLError {
  if (raw instanceof AnswerTooLargeError) throw raw
  return locatedError(raw, field.nodes, toArray(path))
}

function addError(error: GraphQLError, { errors }: Writing): void {
  if (errors.length >= MAX_ERRORS) throw tooLarge(`has more than ${MAX_ERRORS} errors`)
  errors.push(error)
}

const tooLarge = (how: string) => new AnswerTooLargeError(`The answer ${how}. Ask for less, with limit or a filter.`)

function toArray(path: Path): (string | number)[] {
  const keys: (string | number)[] = []
  for (let at: Path | undefined = path; at; at = at.previous) keys.push(at.key)
  return keys.reverse()
}
