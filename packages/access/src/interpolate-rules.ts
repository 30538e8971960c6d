import { type DocumentRules, type Refusal, refuse } from '@sluice/contracts'
import { type Exchange, isStoredObject, oneValue, SEVERAL, type StoredObject, valueAt } from '@sluice/predicate'
import { type FilterVariables, fillData, fillFilter } from './fill-filter.ts'
import { isPlainData } from './plain-data.ts'
import { REQUEST_PROPERTIES, type RequestProperty, type Variable } from './variable.ts'

/** The sources of the variables of a request. */
export type RuleVariables = {
  /** The properties of the caller's user document with its `_id`; undefined for anonymous callers. */
  user: Readonly<Record<string, unknown>> | undefined
  now: Date
  /** What `@request` is about; without it such a variable is unbound. */
  request?: Pick<Exchange, 'method' | 'path' | 'queryString' | 'remoteAddress' | 'protocol' | 'user'>
  query: Pick<Exchange['query'], 'getAll'>
  /** The request's own filter, parsed; undefined when it has none. */
  filter?: unknown
  /** The parsed request body; undefined when there is none. */
  requestBody?(): unknown
  /** Random lower-case hex digits, four bits each. */
  randomHex(bits: number): string
}

/** The variables without a usable value: what a filter compares with them matches nothing, the merge is left out. */
type Unbound = Readonly<Record<'readFilter' | 'writeFilter' | 'mergeRequest', readonly string[]>>

type InterpolatedRules = { kind: 'filled'; rules: DocumentRules; unbound: Unbound } | Refusal

/** Requests whose body is written, so that `mergeRequest` has something to do. */
const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Puts the values of one request into the rules of its permission, as data (docs/reference/permissions.md#variables). Null counts as
 * unbound, and so does a value that could act as an operator: one with a `$` key or a regular expression in it.
 * @returns what a filter compares with an unbound variable matches nothing; in `mergeRequest` one is 403, and named, where
 * a body is written. Any other request goes without that rule: it never leaves here half filled
 */
export function interpolateRules(rules: DocumentRules, variables: RuleVariables): InterpolatedRules {
  const { mergeRequest, ...others } = rules
  const merge = fillMerge(mergeRequest, variables)
  if (merge.kind === 'refuse') return merge
  const read = fillTracked(rules.readFilter, variables)
  const write = fillTracked(rules.writeFilter, variables)
  const filled = { ...others, readFilter: read.filter, writeFilter: write.filter }
  return {
    kind: 'filled',
    rules: merge.fields ? { ...filled, mergeRequest: merge.fields } : filled,
    unbound: { readFilter: read.unbound, writeFilter: write.unbound, mergeRequest: merge.unbound },
  }
}

type FilledFilter = { filter: StoredObject | undefined; unbound: readonly string[] }

function fillTracked(filter: StoredObject | undefined, variables: RuleVariables): FilledFilter {
  if (!filter) return { filter, unbound: [] }
  const { filling, unbound } = track(variables)
  return { filter: fillFilter(filter, filling, ''), unbound }
}

type FilledMerge = { kind: 'merge'; fields: StoredObject | undefined; unbound: readonly string[] }

function fillMerge(fields: StoredObject | undefined, variables: RuleVariables): FilledMerge | Refusal {
  const { filling, unbound } = track(variables)
  const filled = fillData(fields, filling, '')
  const [name] = unbound
  const { request } = variables
  if (name !== undefined && (!request || WRITING.has(request.method))) {
    return refuse('FORBIDDEN', `The permission puts ${name} into what you write, and for you it has no usable value.`)
  }
  return { kind: 'merge', fields: isStoredObject(filled) ? filled : undefined, unbound }
}

function track(variables: RuleVariables): { filling: FilterVariables; unbound: string[] } {
  const unbound: string[] = []
  const filling: FilterVariables = {
    bind(variable, text, wants) {
      const value = lookUp(variable, variables)
      const isUsable = value !== undefined && value !== null && isPlainData(value)
      if (isUsable && (wants === 'value' || Array.isArray(value))) return value
      unbound.push(text)
      return undefined
    },
    // Refused when a permission is checked; one that came some other way matches nothing.
    misplaced: text => unbound.push(text),
  }
  return { filling, unbound }
}

function lookUp(variable: Variable, variables: RuleVariables): unknown {
  switch (variable.kind) {
    case 'user':
      return valueAt(variables.user, variable.path)
    case 'body':
      return valueAt(variables.requestBody?.(), variable.path)
    case 'now':
      return variables.now
    case 'filter':
      return variables.filter
    case 'qparam':
      return lookUpParameter(variable.name, variables)
    case 'random':
      return variables.randomHex(variable.bits)
    case 'request':
      return lookUpRequest(variable.property, variables)
  }
}

/** Unbound when it was sent more than once with different values: a service may take another one than the rule. */
function lookUpParameter(name: string, { query }: RuleVariables): string | undefined {
  const value = oneValue(query.getAll(name))
  return value === SEVERAL ? undefined : value
}

function lookUpRequest(property: RequestProperty | null, { request, now }: RuleVariables): unknown {
  if (!request) return undefined
  const facts: Record<RequestProperty, unknown> = {
    userName: request.user ?? null,
    epochTimeStamp: now,
    remoteIp: request.remoteAddress,
    relativePath: request.path,
    queryString: request.queryString,
    method: request.method,
    protocol: request.protocol,
  }
  return property ? facts[property] : Object.fromEntries(REQUEST_PROPERTIES.map(name => [name, facts[name]]))
}
