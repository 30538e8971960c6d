import fc from 'fast-check'
import type { AskedRequest } from '../asked-exchange.ts'

/** A condition as a tree. It is printed for the real implementation and evaluated here, the slow and obvious way. */
export type NaiveCondition =
  | { is: 'path' | 'path-prefix' | 'path-suffix'; path: string }
  | { is: 'template'; segments: readonly string[] }
  | { is: 'method'; method: string }
  | { is: 'user'; id: string }
  | { is: 'body'; name: string; text: string }
  | { is: 'constant'; value: boolean }
  | { is: 'not'; of: NaiveCondition }
  | { is: 'and' | 'or'; left: NaiveCondition; right: NaiveCondition }

type NaiveTruth = boolean | 'unknown'

export function textOf(condition: NaiveCondition): string {
  switch (condition.is) {
    case 'path':
    case 'path-prefix':
    case 'path-suffix':
      return `${condition.is}('${condition.path}')`
    case 'template':
      return `path-template('/${condition.segments.join('/')}')`
    case 'method':
      return `method('${condition.method}')`
    case 'user':
      return `equals(%u, '${condition.id}')`
    case 'body':
      return `equals(@request.body.${condition.name}, '${condition.text}')`
    case 'constant':
      return `${condition.value}`
    case 'not':
      return `not (${textOf(condition.of)})`
    case 'and':
    case 'or':
      return `(${textOf(condition.left)}) ${condition.is} (${textOf(condition.right)})`
  }
}

/** Kleene's three values; HEAD counts as GET. */
export function holds(condition: NaiveCondition, request: AskedRequest): NaiveTruth {
  switch (condition.is) {
    case 'path':
      return request.path === condition.path
    case 'path-prefix':
      return condition.path === '/' || `${request.path}/`.startsWith(`${condition.path}/`)
    case 'path-suffix':
      return request.path.endsWith(condition.path)
    case 'template':
      return fits(condition.segments, request.path.split('/').slice(1))
    case 'method':
      return condition.method === request.method || (condition.method === 'GET' && request.method === 'HEAD')
    case 'user':
      return request.caller.id === null ? 'unknown' : request.caller.id === condition.id
    case 'body':
      return sameText((request.body as Record<string, unknown> | undefined)?.[condition.name], condition.text)
    case 'constant':
      return condition.value
    case 'not':
      return opposite(holds(condition.of, request))
    case 'and':
      return both(holds(condition.left, request), holds(condition.right, request))
    case 'or':
      return opposite(both(opposite(holds(condition.left, request)), opposite(holds(condition.right, request))))
  }
}

export function looksAtBody(condition: NaiveCondition): boolean {
  if (condition.is === 'body') return true
  if (condition.is === 'not') return looksAtBody(condition.of)
  return 'left' in condition && (looksAtBody(condition.left) || looksAtBody(condition.right))
}

function fits(template: readonly string[], names: readonly string[]): boolean {
  return (
    template.length === names.length &&
    template.every((part, index) => (part.startsWith('{') ? names[index] !== '' : part === names[index]))
  )
}

const sameText = (value: unknown, text: string): NaiveTruth => (value === undefined ? 'unknown' : value === text)
const opposite = (truth: NaiveTruth): NaiveTruth => (truth === 'unknown' ? truth : !truth)
function both(a: NaiveTruth, b: NaiveTruth): NaiveTruth {
  if (a === false || b === false) return false
  return a === 'unknown' || b === 'unknown' ? 'unknown' : true
}

const segment = fc.constantFrom('a', 'b', 'c')
export const pathArbitrary = fc.array(segment, { maxLength: 5 }).map(names => `/${names.join('/')}`)

const leaf: fc.Arbitrary<NaiveCondition> = fc.oneof(
  fc.record({ is: fc.constantFrom('path', 'path-prefix', 'path-suffix'), path: pathArbitrary }),
  fc.record({
    is: fc.constant('template' as const),
    segments: fc
      .array(fc.oneof(segment, fc.constantFrom('{x}', '{y}')), { minLength: 1, maxLength: 4 })
      .filter(isDistinct),
  }),
  fc.record({ is: fc.constant('method' as const), method: fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE') }),
  fc.record({ is: fc.constant('user' as const), id: fc.constantFrom('ann', 'bob') }),
  fc.record({ is: fc.constant('body' as const), name: fc.constantFrom('x', 'y'), text: fc.constantFrom('1', '2') }),
  fc.record({ is: fc.constant('constant' as const), value: fc.boolean() }),
)

/** A name stands once in a template. */
function isDistinct(segments: readonly string[]): boolean {
  const names = segments.filter(part => part.startsWith('{'))
  return new Set(names).size === names.length
}

export const conditionArbitrary: fc.Arbitrary<NaiveCondition> = fc.oneof(
  { weight: 3, arbitrary: leaf },
  { weight: 1, arbitrary: leaf.map(of => ({ is: 'not' as const, of })) },
  {
    weight: 2,
    arbitrary: fc.record({ is: fc.constantFrom('and', 'or'), left: leaf, right: leaf }),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ is: fc.constantFrom('and', 'or'), left: leaf, right: leaf })
      .chain(of => leaf.map(right => ({ is: 'and' as const, left: { is: 'not' as const, of }, right }))),
  },
)
