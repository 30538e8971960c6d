import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { compileExpression } from '../expressions/expression.ts'
import { isTrue } from '../expressions/truth.ts'
import { walk } from '../values/path.ts'
import { isArray, isDocument } from '../values/value.ts'
import { equality, fieldTest, type ValueTest } from './filter-operators.ts'

export type Matcher = (document: unknown) => boolean

const MAX_DEPTH = 50
/** A `DBRef` as a value begins with a dollar sign, and is no operator. */
const DBREF_FIELDS = new Set(['$ref', '$id', '$db'])

function listOf(operator: string, argument: unknown, depth: number): Matcher[] {
  if (!isArray(argument) || argument.length === 0) throw new InvalidQueryError(`${operator} needs a non-empty array.`)
  return argument.map(each => {
    if (!isDocument(each)) throw new InvalidQueryError(`${operator} takes documents only.`)
    return compile(each, depth + 1)
  })
}

function logical(operator: string, argument: unknown, depth: number): Matcher {
  switch (operator) {
    case '$and': {
      const all = listOf(operator, argument, depth)
      return document => all.every(matches => matches(document))
    }
    case '$or': {
      const any = listOf(operator, argument, depth)
      return document => any.some(matches => matches(document))
    }
    case '$nor': {
      const none = listOf(operator, argument, depth)
      return document => !none.some(matches => matches(document))
    }
    case '$expr': {
      const evaluate = compileExpression(argument)
      return document => isTrue(evaluate({ root: document }))
    }
    default:
      throw new UnsupportedByStoreError(`The query operator ${operator}`)
  }
}

/** Whether a value in a filter is a set of operators and no literal document. */
export function isOperators(value: unknown): value is Document {
  if (!isDocument(value)) return false
  const first = Object.keys(value)[0]
  return first?.startsWith('$') === true && !DBREF_FIELDS.has(first)
}

function overPath(path: string, test: ValueTest): Matcher {
  const parts = path.split('.')
  if (test.kind === 'some') {
    const options = { leaves: test.leaves, visit: test.matches }
    return document => walk(document, parts, options)
  }
  const all = test.all.map(each => overPath(path, each))
  return document => !all.every(matches => matches(document))
}

function compile(filter: Document, depth: number): Matcher {
  if (depth > MAX_DEPTH) throw new InvalidQueryError(`A filter may be nested ${MAX_DEPTH} levels deep at most.`)
  const all = Object.entries(filter).flatMap(([path, condition]): Matcher[] => {
    if (path.startsWith('$')) return [logical(path, condition, depth)]
    const context = { depth, compile }
    const tests = isOperators(condition) ? fieldTest(condition, context) : [equality(condition)]
    return tests.map(test => overPath(path, test))
  })
  const [only] = all
  if (all.length === 1 && only) return only
  return document => all.every(matches => matches(document))
}

/**
 * A test that answers as a MongoDB server would.
 * @throws UnsupportedByStoreError for an operator that is not on the allow-list, InvalidQueryError for a malformed filter
 */
export function compileFilter(filter: Document): Matcher {
  return compile(filter, 0)
}
