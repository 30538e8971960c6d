import { InvalidQueryError } from '../../errors.ts'
import { compareValues, regexParts } from '../values/compare.ts'
import { numericOf } from '../values/numbers.ts'
import { compileRegex } from '../values/regex.ts'
import { compileSort } from '../values/sort.ts'
import { fieldOf, fieldsOf, isArray, isDocument, typeOf } from '../values/value.ts'
import {
  arrayOf,
  type CompileOperand,
  type Evaluate,
  type ExpressionScope,
  isNothing,
  positionOf,
  readNamed,
  type ScopedTable,
  spend,
  textOf,
} from './operator.ts'
import { isTrue } from './truth.ts'

/** Small letters first, as those with capitals are the server's own. */
const VARIABLE = /^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/

function variableName(operator: string, name: unknown, otherwise: string): string {
  if (name === undefined) return otherwise
  if (typeof name === 'string' && VARIABLE.test(name)) return name
  throw new InvalidQueryError(`${operator} needs a name of a variable that begins with a small letter.`)
}

const withVariable = (scope: ExpressionScope, name: string, value: unknown): ExpressionScope => ({
  ...scope,
  variables: { name, value, outer: scope.variables },
})

function compileLet(argument: unknown, compile: CompileOperand): Evaluate {
  const [variables, inner] = readNamed('$let', argument, { needed: ['vars', 'in'] })
  if (!isDocument(variables)) throw new InvalidQueryError('$let needs a document of variables.')
  const given = Object.entries(variables).map(
    ([name, expression]) => [variableName('$let', name, name), compile(expression)] as const,
  )
  const evaluate = compile(
    inner,
    given.map(([name]) => name),
  )
  return scope => evaluate(given.reduce((all, [name, value]) => withVariable(all, name, value(scope)), scope))
}

function compileMap(argument: unknown, compile: CompileOperand): Evaluate {
  const [input, inner, as] = readNamed('$map', argument, { needed: ['input', 'in'], optional: ['as'] })
  const name = variableName('$map', as, 'this')
  const list = compile(input)
  const evaluate = compile(inner, [name])
  return scope => {
    const value = list(scope)
    if (isNothing(value)) return null
    const elements = arrayOf('$map', value)
    spend(scope, elements.length)
    return elements.map(each => evaluate(withVariable(scope, name, each)) ?? null)
  }
}

function compileFilterOperator(argument: unknown, compile: CompileOperand): Evaluate {
  const names = { needed: ['input', 'cond'], optional: ['as', 'limit'] }
  const [input, condition, as, limit] = readNamed('$filter', argument, names)
  const name = variableName('$filter', as, 'this')
  const list = compile(input)
  const most = compile(limit)
  const evaluate = compile(condition, [name])
  return scope => {
    const value = list(scope)
    if (isNothing(value)) return null
    const elements = arrayOf('$filter', value)
    spend(scope, elements.length)
    const kept = elements.filter(each => isTrue(evaluate(withVariable(scope, name, each))))
    const given = most(scope)
    return isNothing(given) ? kept : kept.slice(0, filterLimit(given))
  }
}

function filterLimit(value: unknown): number {
  const limit = positionOf('$filter', value)
  if (limit === 0) throw new InvalidQueryError('The limit of $filter is at least 1.')
  return limit
}

function compileReduce(argument: unknown, compile: CompileOperand): Evaluate {
  const [input, initial, inner] = readNamed('$reduce', argument, { needed: ['input', 'initialValue', 'in'] })
  const list = compile(input)
  const start = compile(initial)
  const evaluate = compile(inner, ['this', 'value'])
  return scope => {
    const value = list(scope)
    if (isNothing(value)) return null
    const elements = arrayOf('$reduce', value)
    spend(scope, elements.length)
    return elements.reduce(
      (so, each) => evaluate(withVariable(withVariable(scope, 'this', each), 'value', so)),
      start(scope),
    )
  }
}

function compileSwitch(argument: unknown, compile: CompileOperand): Evaluate {
  const [given, otherwise] = readNamed('$switch', argument, { needed: ['branches'], optional: ['default'] })
  const hasDefault = isDocument(argument) && Object.hasOwn(argument, 'default')
  if (!isArray(given) || given.length === 0) throw new InvalidQueryError('$switch needs a list of at least one branch.')
  const branches = given.map(branch => {
    const [condition, value] = readNamed('A branch of $switch', branch, { needed: ['case', 'then'] })
    return { holds: compile(condition), evaluate: compile(value) }
  })
  const last = compile(otherwise)
  return scope => {
    const chosen = branches.find(({ holds }) => isTrue(holds(scope)))
    if (chosen) return chosen.evaluate(scope)
    if (!hasDefault) throw new InvalidQueryError('No branch of a $switch fits, and it has no default.')
    return last(scope)
  }
}

/** The pattern comes from the expression itself, so that it is read once and known to take time in proportion. */
function compileRegexMatch(argument: unknown, compile: CompileOperand): Evaluate {
  const [input, regex, options] = readNamed('$regexMatch', argument, {
    needed: ['input', 'regex'],
    optional: ['options'],
  })
  const pattern = constantOf(regex)
  const flags = constantOf(options)
  if (flags !== undefined && typeof flags !== 'string')
    throw new InvalidQueryError('The options of $regexMatch are a string.')
  const parts = typeof pattern === 'string' ? { pattern, options: '' } : regexParts(pattern)
  if (typeof pattern !== 'string' && typeOf(pattern) !== 'regex') {
    throw new InvalidQueryError('$regexMatch needs a regular expression that is no expression.')
  }
  const matches = compileRegex(parts.pattern, flags ?? parts.options)
  const text = compile(input)
  return scope => {
    const value = text(scope)
    return isNothing(value) ? false : matches(textOf('$regexMatch', value))
  }
}

/** What is the same for all documents; a text that names a field is none. */
function constantOf(expression: unknown): unknown {
  if (isDocument(expression) && Object.keys(expression).join() === '$literal') return expression.$literal
  return typeof expression === 'string' && expression.startsWith('$') ? Number.NaN : expression
}

function compileGetField(argument: unknown, compile: CompileOperand): Evaluate {
  const isNamed = isDocument(argument) && !Object.hasOwn(argument, '$literal')
  const [given, input] = isNamed
    ? readNamed('$getField', argument, { needed: ['field', 'input'] })
    : [argument, '$$CURRENT']
  const field = constantOf(given)
  if (typeof field !== 'string')
    throw new InvalidQueryError('The field of $getField is a string, or {$literal: <string>}.')
  const evaluate = compile(input)
  return scope => {
    const value = evaluate(scope)
    if (isNothing(value)) return value
    return typeOf(value) === 'object' ? fieldOf(fieldsOf(value), field) : undefined
  }
}

function compileSortArray(argument: unknown, compile: CompileOperand): Evaluate {
  const [input, sortBy] = readNamed('$sortArray', argument, { needed: ['input', 'sortBy'] })
  const list = compile(input)
  const sort = sorterFor(sortBy)
  return scope => {
    const value = list(scope)
    if (isNothing(value)) return null
    const elements = arrayOf('$sortArray', value)
    spend(scope, elements.length)
    return sort(elements)
  }
}

function sorterFor(sortBy: unknown): (elements: readonly unknown[]) => unknown[] {
  const direction = Number(numericOf(sortBy))
  if (direction === 1 || direction === -1) {
    return elements => [...elements].sort((a, b) => direction * compareValues(a, b))
  }
  if (!isDocument(sortBy) || Object.keys(sortBy).length === 0) {
    throw new InvalidQueryError('$sortArray sorts by 1, -1, or a document of fields with these.')
  }
  const { key, compare } = compileSort(Object.fromEntries(Object.entries(sortBy).map(directionOf)))
  return elements =>
    elements
      .map(element => ({ element, key: key(isDocument(element) ? element : {}) }))
      .sort((a, b) => compare(a.key, b.key))
      .map(({ element }) => element)
}

function directionOf([path, value]: [string, unknown]): [string, 1 | -1] {
  const direction = Number(numericOf(value))
  if (direction === 1 || direction === -1) return [path, direction]
  throw new InvalidQueryError(`A direction of $sortArray is 1 or -1, for ${path} too.`)
}

/** The operators that bring variables, or look at what they are given before it is compiled. */
export const SCOPED: ScopedTable = {
  $let: compileLet,
  $map: compileMap,
  $filter: compileFilterOperator,
  $reduce: compileReduce,
  $switch: compileSwitch,
  $regexMatch: compileRegexMatch,
  $getField: compileGetField,
  $sortArray: compileSortArray,
}
