import { valueAt } from '@sluice/predicate'
import fc from 'fast-check'
import type { SupposedRequest } from '../supposed-exchange.ts'

/** A condition as a tree. It is printed for the real implementation and evaluated here, the slow and obvious way. */
export type NaiveCondition = ConditionLeaf | Compound
type ConditionLeaf =
  | { is: 'path' | 'path-prefix' | 'path-suffix'; path: string }
  | { is: 'template'; segments: readonly string[] }
  | { is: 'method'; method: string }
  | { is: 'user'; id: string }
  | { is: 'body'; name: string; text: string }
  | { is: 'constant'; value: boolean }
type Compound = { is: 'not'; of: NaiveCondition } | { is: 'and' | 'or'; left: NaiveCondition; right: NaiveCondition }

type NaiveTruth = boolean | 'unknown'

const isCompound = (condition: NaiveCondition): condition is Compound => 'of' in condition || 'left' in condition

export function textOf(condition: NaiveCondition): string {
  if (!isCompound(condition)) return leafText(condition)
  if (condition.is === 'not') return `not (${textOf(condition.of)})`
  return `(${textOf(condition.left)}) ${condition.is} (${textOf(condition.right)})`
}

function leafText(leaf: ConditionLeaf): string {
  switch (leaf.is) {
    case 'path':
    case 'path-prefix':
    case 'path-suffix':
      return `${leaf.is}('${leaf.path}')`
    case 'template':
      return `path-template('/${leaf.segments.join('/')}')`
    case 'method':
      return `method('${leaf.method}')`
    case 'user':
      return `equals(%u, '${leaf.id}')`
    case 'body':
      return `equals(@request.body.${leaf.name}, '${leaf.text}')`
    case 'constant':
      return `${leaf.value}`
  }
}

/** Kleene's three values; HEAD counts as GET. */
export function holds(condition: NaiveCondition, request: SupposedRequest): NaiveTruth {
  if (!isCompound(condition)) return leafHolds(condition, request)
  if (condition.is === 'not') return opposite(holds(condition.of, request))
  const left = holds(condition.left, request)
  const right = holds(condition.right, request)
  return condition.is === 'and' ? both(left, right) : opposite(both(opposite(left), opposite(right)))
}

function leafHolds(leaf: ConditionLeaf, request: SupposedRequest): NaiveTruth {
  switch (leaf.is) {
    case 'path':
      return request.path === leaf.path
    case 'path-prefix':
      return `${request.path}/`.startsWith(leaf.path === '/' ? '/' : `${leaf.path}/`)
    case 'path-suffix':
      return request.path.endsWith(leaf.path)
    case 'template':
      return fits(leaf.segments, request.path.split('/').slice(1))
    case 'method':
      return [request.method, request.method.replace('HEAD', 'GET')].includes(leaf.method)
    case 'user':
      return sameText(request.caller.id, leaf.id)
    case 'body':
      return sameText(valueAt(request.body, [leaf.name]), leaf.text)
    case 'constant':
      return leaf.value
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

const sameText = (value: unknown, text: string): NaiveTruth =>
  value === undefined || value === null ? 'unknown' : value === text
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
