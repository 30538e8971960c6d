// A second, slow and obvious implementation of what stands in values, to compare the real one with.
import type { PredicateUse } from '../attributes.ts'
import { type Facts, queryStringOf } from './facts.ts'

/** One predicate of a random expression: its text, and what it comes to. */
export type NaiveLeaf = {
  text: string
  needsResponse?: boolean
  judge(situation: Situation): NaiveTruth
  /** Names that it binds when it is true, and unbinds when it is unknown. */
  binds?(situation: Situation): ReadonlyMap<string, string | undefined>
}

/** `null`: unknown. */
export type NaiveTruth = boolean | null
export type Situation = { given: Facts; bound: Map<string, string>; use: PredicateUse }

type Read = (situation: Situation) => unknown

const bodyField = (given: Facts, name: string): unknown => {
  const { body } = given
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined
}

/** Every form that a value may have in a random expression. */
export const OPERANDS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['a', () => 'a'],
  ['"1"', () => '1'],
  ["''", () => ''],
  ['"100%%"', () => '100%'],
  ['%u', ({ given }) => given.user],
  ['%R', ({ given }) => given.path],
  ['%{RELATIVE_PATH}', ({ given }) => given.path],
  ['%m', ({ given, use }) => (use === 'permission' && given.method === 'HEAD' ? 'GET' : given.method)],
  ['%q', ({ given }) => queryStringOf(given)],
  ['%{SECURE}', ({ given }) => (given.isSecure ? 'true' : 'false')],
  ['%{i,X}', ({ given }) => given.header],
  ['"-%{i,X}-"', ({ given }) => (given.header === undefined ? undefined : `-${given.header}-`)],
  ['%{q,x}', ({ given }) => given.query.find(([name]) => name === 'x')?.[1]],
  ['@user.team', ({ given }) => given.team],
  ['@request.body.a', ({ given }) => bodyField(given, 'a') ?? undefined],
  ['%{req-cookie,x}', () => undefined],
])

/** Those that read what an earlier predicate has bound. */
export const BOUND_OPERANDS: ReadonlyMap<string, Read> = new Map<string, Read>(
  ['x', 'y', '*', '0', '1', 'remaining'].map(name => [`\${${name}}`, ({ bound }) => bound.get(name)]),
)

export function readValue(operand: string, situation: Situation): unknown {
  return (OPERANDS.get(operand) ?? BOUND_OPERANDS.get(operand))?.(situation)
}

/** Null when it is not there, or is no single value. */
export function readText(operand: string, situation: Situation): string | null {
  const value = readValue(operand, situation)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

export function segmentsOf(path: string): string[] {
  return path.split('/').filter(segment => segment !== '')
}

type Assignment = { path: string[]; value: unknown; operator: string | undefined; isGiven: boolean }

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPosition = (segment: string) => /^[0-9]+$/.test(segment)

/** Everything that a document writes, at every depth. `isGiven`: the text of the request names exactly this path. */
function assignments(document: object): Assignment[] {
  const all: Assignment[] = []
  for (const [key, value] of Object.entries(document)) {
    const isOperator = key.startsWith('$')
    for (const [name, inner] of isOperator ? Object.entries(value) : [[key, value] as const]) {
      spread(all, { path: name.split('.'), value: inner, operator: isOperator ? key : undefined, isGiven: true })
      if (key === '$rename') spread(all, { path: [String(inner)], value: 0, operator: key, isGiven: true })
    }
  }
  return all
}

function spread(all: Assignment[], assignment: Assignment): void {
  all.push(assignment)
  for (const element of Array.isArray(assignment.value) ? assignment.value : [assignment.value]) {
    if (!isPlain(element)) continue
    for (const [name, value] of Object.entries(element)) {
      if (name.startsWith('$')) continue
      spread(all, { ...assignment, path: [...assignment.path, ...name.split('.')], value, isGiven: false })
    }
  }
}

const pathOf = ({ path }: Assignment) => path.filter(segment => !isPosition(segment)).join('.')

const isEmpty = (value: unknown) =>
  !isPlain(value) || Object.keys(value).filter(name => !name.startsWith('$')).length === 0

/** Whether something ends here: a scalar, or an element of a list that is one. */
function isLeaf({ value }: Assignment): boolean {
  return Array.isArray(value) ? value.length === 0 || value.some(isEmpty) : isEmpty(value)
}

export function leafKeys(document: object): string[] {
  return assignments(document).filter(isLeaf).map(pathOf)
}

/** What the document gives the key, or null. */
export function givenValues(document: object, key: string): unknown[] | null {
  const isAbove = (above: string, below: string) => below.startsWith(`${above}.`)
  const all = assignments(document)
  const touching = all.filter(one => pathOf(one) === key || isAbove(pathOf(one), key) || isAbove(key, pathOf(one)))
  const isPartly = (one: Assignment) =>
    isAbove(key, pathOf(one)) || (one.path.length > 1 && isPosition(one.path.at(-1) ?? ''))
  const isOperated = ({ operator }: Assignment) => operator !== undefined && operator !== '$set'
  if (touching.some(one => one.isGiven && (isOperated(one) || isPartly(one)))) return null
  const values = touching.filter(one => pathOf(one) === key).map(({ value }) => value)
  return values.length === 0 ? null : values
}

/** The documents of a body; null when it has none. */
export function documentsOf({ body }: Facts): object[] | null {
  const list = Array.isArray(body) ? body : [body]
  return list.length > 0 && list.every(isPlain) ? list : null
}
