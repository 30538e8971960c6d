import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { numericOf } from '../values/numbers.ts'
import { fieldOf, fieldsOf, isArray, isDocument, typeOf } from '../values/value.ts'
import { OPERATIONS } from './expression-operators.ts'

type ExpressionScope = { root: unknown }
export type Evaluate = (scope: ExpressionScope) => unknown

const MAX_DEPTH = 50

/** The truth of an aggregation expression: only false, null, missing and zero are false. */
export function isTrue(value: unknown): boolean {
  const numeric = numericOf(value)
  if (numeric !== undefined) return Number(numeric.toString()) !== 0
  return value !== false && value !== null && value !== undefined
}

/** The value of a field path: an array of documents gives the array of their values. */
export function project(value: unknown, parts: readonly string[]): unknown {
  const [part, ...rest] = parts
  if (part === undefined) return value
  if (isArray(value)) return value.map(each => project(each, parts)).filter(each => each !== undefined)
  return typeOf(value) === 'object' ? project(fieldOf(fieldsOf(value), part), rest) : undefined
}

function fieldPath(text: string): Evaluate {
  const parts = text.split('.')
  if (parts.some(part => part === '' || part.startsWith('$'))) {
    throw new InvalidQueryError(`Not a valid field path: $${text}`)
  }
  return ({ root }) => project(root, parts)
}

function variable(text: string): Evaluate {
  const [name = '', ...rest] = text.split('.')
  if (name === 'REMOVE') return () => undefined
  if (name !== 'ROOT' && name !== 'CURRENT') throw new UnsupportedByStoreError(`The variable $$${name}`)
  return ({ root }) => project(root, rest)
}

function compileText(text: string): Evaluate {
  if (text.startsWith('$$')) return variable(text.slice(2))
  if (text.startsWith('$')) return fieldPath(text.slice(1))
  return () => text
}

function compileOperator(name: string, argument: unknown, depth: number): Evaluate {
  if (name === '$literal') return () => argument
  const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined
  if (!operation) throw new UnsupportedByStoreError(`The expression operator ${name}`)
  const given = operation.named ? operation.named(argument) : isArray(argument) ? argument : [argument]
  if (given.length < operation.min || given.length > operation.max) {
    throw new InvalidQueryError(`${name} takes ${operation.min} to ${operation.max} arguments, not ${given.length}.`)
  }
  const parts = given.map(each => compile(each, depth + 1))
  return scope => operation.apply(parts.map(part => () => part(scope)))
}

function compileDocument(document: Document, depth: number): Evaluate {
  const entries = Object.entries(document)
  const [name, argument] = entries[0] ?? ['', undefined]
  if (name.startsWith('$')) {
    if (entries.length > 1)
      throw new InvalidQueryError(`An expression has one operator, not ${entries.length}: ${name}.`)
    return compileOperator(name, argument, depth)
  }
  const parts = entries.map(([field, each]) => [field, compile(each, depth + 1)] as const)
  return scope => {
    const result: Document = {}
    for (const [field, part] of parts) {
      const value = part(scope)
      if (value !== undefined) result[field] = value
    }
    return result
  }
}

function compile(expression: unknown, depth: number): Evaluate {
  if (depth > MAX_DEPTH) throw new InvalidQueryError(`An expression may be nested ${MAX_DEPTH} levels deep at most.`)
  if (typeof expression === 'string') return compileText(expression)
  if (isArray(expression)) {
    const parts = expression.map(each => compile(each, depth + 1))
    return scope => parts.map(part => part(scope) ?? null)
  }
  return isDocument(expression) ? compileDocument(expression, depth) : () => expression
}

/**
 * An aggregation expression; undefined stands for a missing value.
 * @throws UnsupportedByStoreError for an operator or variable that is not on the allow-list
 */
export function compileExpression(expression: unknown): Evaluate {
  return compile(expression, 0)
}
