// A second, slow and obvious implementation of what stands in values, to compare the real one with.
import type { PredicateUse } from '../attributes.ts'
import { queryStringOf, type RandomFacts } from './facts.ts'

/** One predicate of a random expression: its text, and what it comes to. */
export type NaiveLeaf = {
  text: string
  needsResponse?: boolean
  judge(situation: NaiveSituation): KleeneTruth
  /** Names that it binds when it is true, and unbinds when it is unknown. */
  binds?(situation: NaiveSituation): ReadonlyMap<string, string | undefined>
}

/** `null`: unknown. */
export type KleeneTruth = boolean | null
export type NaiveSituation = { given: RandomFacts; bound: Map<string, string>; use: PredicateUse }

type ReadSituation = (situation: NaiveSituation) => unknown

const bodyField = (given: RandomFacts, name: string): unknown => {
  const { body } = given
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined
}

/** What is sent twice and differs is there, and no text. */
const onlyValue = (values: readonly string[]): unknown => (new Set(values).size > 1 ? { values } : values[0])

/** Every form that a value may have in a random expression. */
export const OPERANDS: ReadonlyMap<string, ReadSituation> = new Map<string, ReadSituation>([
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
  ['%{q,x}', ({ given }) => onlyValue(given.query.flatMap(([name, value]) => (name === 'x' ? [value] : [])))],
  ['@user.team', ({ given }) => given.team],
  ['@request.body.a', ({ given }) => bodyField(given, 'a') ?? undefined],
  ['%{req-cookie,x}', () => undefined],
])

/** The operands that read what an earlier predicate has bound. */
export const BOUND_OPERANDS: ReadonlyMap<string, ReadSituation> = new Map<string, ReadSituation>(
  ['x', 'y', '*', '0', '1', 'remaining'].map(name => [`\${${name}}`, ({ bound }) => bound.get(name)]),
)

export function readValue(operand: string, situation: NaiveSituation): unknown {
  return (OPERANDS.get(operand) ?? BOUND_OPERANDS.get(operand))?.(situation)
}

/** Null when it is not there, or is no single value. */
export function readText(operand: string, situation: NaiveSituation): string | null {
  const value = readValue(operand, situation)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

export function segmentsOf(path: string): string[] {
  return path.split('/').filter(segment => segment !== '')
}

type NaivePath = readonly string[]
type Assignment = { path: NaivePath; value: unknown; operator: string | undefined }

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNumber = (segment: string) => /^[0-9]+$/.test(segment)
const startsWith = (path: NaivePath, start: NaivePath) => start.every((segment, index) => segment === path[index])

/** What the body says at its top, or in an operator. */
function assignments(document: object): Assignment[] {
  return Object.entries(document).flatMap(([key, value]): Assignment[] => {
    if (!key.startsWith('$')) return [{ path: key.split('.'), value, operator: undefined }]
    return Object.entries(value).flatMap(([name, inner]): Assignment[] => {
      const renamed: Assignment = { path: String(inner).split('.'), value: 0, operator: key }
      return [{ path: name.split('.'), value: inner, operator: key }, ...(key === '$rename' ? [renamed] : [])]
    })
  })
}

/** With the numbers in it, or as if they were positions. The first is always a name. */
const pathOf = ({ path }: Assignment, numbers: 'kept' | 'dropped') =>
  numbers === 'kept' ? path : path.filter((segment, index) => index === 0 || !isNumber(segment))

/** The keys that a document writes: where something ends, and all that is replaced. */
export function writtenKeys(document: object, replaces: boolean, numbers: 'kept' | 'dropped'): string[] {
  return assignments(document).flatMap(assignment => {
    const path = pathOf(assignment, numbers)
    const isWhole = replaces || assignment.operator !== undefined
    return [...(isWhole ? [path] : []), ...endsIn(path, assignment.value)].map(key => key.join('.'))
  })
}

function endsIn(path: NaivePath, value: unknown): NaivePath[] {
  const elements = Array.isArray(value) && value.length > 0 ? value : [value]
  return elements.flatMap(element => {
    const names = isPlain(element) ? Object.keys(element) : []
    const fields = isPlain(element) ? Object.entries(element).filter(([name]) => !name.startsWith('$')) : []
    const below = fields.flatMap(([name, inner]) => endsIn([...path, ...name.split('.')], inner))
    return names.length === 0 || fields.length < names.length ? [path, ...below] : below
  })
}

/** What the document gives the key, or null. */
export function givenValues(document: object, key: string): unknown[] | null {
  const wanted = key.split('.')
  const given = assignments(document).flatMap(assignment => {
    const path = pathOf(assignment, 'dropped')
    if (!startsWith(path, wanted) && !startsWith(wanted, path)) return []
    const isSet = assignment.operator === undefined || assignment.operator === '$set'
    const isElement = path.length < assignment.path.length
    const isPart = path.length > wanted.length
    return !isSet || isElement || isPart ? [null] : [valuesAt(assignment.value, wanted.slice(path.length))]
  })
  const values = given.flatMap(found => found ?? [])
  return given.includes(null) || values.length === 0 ? null : values
}

/** Null: some document on the way does not say it, or says a part only. */
function valuesAt(value: unknown, rest: NaivePath): unknown[] | null {
  if (rest.length === 0) return [value]
  const found = (Array.isArray(value) ? value : [value]).map(element => {
    const fields = isPlain(element) ? Object.entries(element) : []
    const inner = fields.map(([name, child]) => {
      const path = name.split('.')
      if (startsWith(rest, path)) return valuesAt(child, rest.slice(path.length))
      return startsWith(path, rest) ? null : []
    })
    const values = inner.flatMap(one => one ?? [])
    return inner.includes(null) || values.length === 0 ? null : values
  })
  return found.includes(null) ? null : found.flatMap(one => one ?? [])
}

/** The documents of a body; null when it has none. */
export function documentsOf({ body }: RandomFacts): object[] | null {
  const list = Array.isArray(body) ? body : [body]
  return list.length > 0 && list.every(isPlain) ? list : null
}
