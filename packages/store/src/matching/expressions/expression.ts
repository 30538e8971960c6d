import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { fieldOf, fieldsOf, isArray, isDocument, typeOf } from '../values/value.ts'
import { putField } from '../values/write-path.ts'
import { OPERATIONS } from './expression-operators.ts'
import { type CompileOperand, type Evaluate, type ExpressionVariables, newBudget } from './operator.ts'
import { SCOPED } from './scoped-operators.ts'

const MAX_DEPTH = 50

/** How deep an expression stands, and the variables that are known there. */
type ExpressionPlace = { depth: number; names: readonly string[] }

/** The value of a field path: an array of documents gives the array of their values. */
export function project(value: unknown, parts: readonly string[]): unknown {
  const [part, ...rest] = parts
  if (part === undefined) return value
  if (isArray(value)) return value.map(each => project(each, parts)).filter(each => each !== undefined)
  return typeOf(value) === 'object' ? project(fieldOf(fieldsOf(value), part), rest) : undefined
}

function partsOf(text: string, path: string): string[] {
  const parts = path.split('.')
  if (parts.some(part => part === '' || part.startsWith('$'))) {
    throw new InvalidQueryError(`Not a valid field path: ${text}`)
  }
  return parts
}

function fieldPath(text: string): Evaluate {
  const parts = partsOf(text, text.slice(1))
  return ({ root }) => project(root, parts)
}

function variable(text: string, { names }: ExpressionPlace): Evaluate {
  const [name = '', ...rest] = partsOf(text, text.slice(2))
  if (names.includes(name)) return ({ variables }) => project(valueIn(variables, name), rest)
  if (name === 'REMOVE') return () => undefined
  if (name !== 'ROOT' && name !== 'CURRENT') throw new UnsupportedByStoreError(`The variable $$${name}`)
  return ({ root }) => project(root, rest)
}

function valueIn(variables: ExpressionVariables, name: string): unknown {
  let at = variables
  while (at && at.name !== name) at = at.outer
  return at?.value
}

function compileText(text: string, place: ExpressionPlace): Evaluate {
  if (text.startsWith('$$')) return variable(text, place)
  if (text.startsWith('$')) return fieldPath(text)
  return () => text
}

function compileOperator(name: string, argument: unknown, place: ExpressionPlace): Evaluate {
  if (name === '$literal') return () => argument
  const inner: CompileOperand = (expression, names = []) =>
    compile(expression, { depth: place.depth + 1, names: [...place.names, ...names] })
  const scoped = Object.hasOwn(SCOPED, name) ? SCOPED[name] : undefined
  if (scoped) return scoped(argument, inner)
  const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined
  if (!operation) throw new UnsupportedByStoreError(`The expression operator ${name}`)
  const given = operation.named ? operation.named(argument) : isArray(argument) ? argument : [argument]
  if (given.length < operation.min || given.length > operation.max) {
    throw new InvalidQueryError(`${name} takes ${operation.min} to ${operation.max} arguments, not ${given.length}.`)
  }
  const parts = given.map(each => inner(each))
  return scope =>
    operation.apply(
      parts.map(part => () => part(scope)),
      scope,
    )
}

function compileDocument(document: Document, place: ExpressionPlace): Evaluate {
  const entries = Object.entries(document)
  const [name, argument] = entries[0] ?? ['', undefined]
  if (name.startsWith('$')) {
    if (entries.length > 1)
      throw new InvalidQueryError(`An expression has one operator, not ${entries.length}: ${name}.`)
    return compileOperator(name, argument, place)
  }
  const parts = entries.map(([field, each]) => [field, compile(each, { ...place, depth: place.depth + 1 })] as const)
  return scope => {
    const result: Document = {}
    for (const [field, part] of parts) {
      const value = part(scope)
      if (value !== undefined) putField(result, field, value)
    }
    return result
  }
}

function compile(expression: unknown, place: ExpressionPlace): Evaluate {
  const { depth, names } = place
  if (depth > MAX_DEPTH) throw new InvalidQueryError(`An expression may be nested ${MAX_DEPTH} levels deep at most.`)
  if (typeof expression === 'string') return compileText(expression, place)
  if (isArray(expression)) {
    const parts = expression.map(each => compile(each, { depth: depth + 1, names }))
    return scope => parts.map(part => part(scope) ?? null)
  }
  return isDocument(expression) ? compileDocument(expression, place) : () => expression
}

/**
 * An aggregation expression; undefined stands for a missing value.
 * @throws UnsupportedByStoreError for an operator or variable that is not on the allow-list
 */
export function compileExpression(expression: unknown): Evaluate {
  const evaluate = compile(expression, { depth: 0, names: [] })
  return scope => evaluate({ ...scope, budget: newBudget() })
}
