import { type DocumentRules, type Refusal, refuse } from '@sluice/contracts'
import type { Exchange } from '@sluice/predicate'
import { type Filling, fillData, fillFilter } from './fill-filter.ts'
import { isPlainData, isStoredObject, type StoredObject, valueAt } from './stored-value.ts'
import { REQUEST_PROPERTIES, type RequestProperty, type Variable } from './variable.ts'

/** Where the variables of a request come from. */
export type RuleVariables = {
  /** The properties of the caller's user document with its `_id`; undefined for anonymous callers. */
  user: Readonly<Record<string, unknown>> | undefined
  now: Date
  /** What `@request` is about; without it such a variable is unbound. */
  request?: Pick<Exchange, 'method' | 'path' | 'queryString' | 'remoteAddress' | 'protocol' | 'user'>
  query: { get(name: string): string | null }
  /** The request's own filter, parsed; undefined when it has none. */
  filter?: unknown
  /** The parsed request body; undefined when there is none. */
  requestBody?(): unknown
  /** Random lower-case hex digits, four bits each. */
  randomHex(bits: number): string
}

/** The variables because of which a filter matches nothing. */
type Unbound = Readonly<Record<'readFilter' | 'writeFilter', readonly string[]>>

type InterpolatedRules = { kind: 'filled'; rules: DocumentRules; unbound: Unbound } | Refusal

/** What a filter becomes when a variable in it is unbound. */
const MATCHES_NOTHING: StoredObject = Object.freeze({ _id: Object.freeze({ $in: Object.freeze([]) }) })

/**
 * Puts the values of one request into the rules of its permission, as data (design: `data-api.md`, ACL). Null counts as
 * unbound, and so does a value that could act as an operator: one with a `$` key or a regular expression in it.
 * @returns a filter with an unbound variable matches nothing; in `mergeRequest` one is 403, and named
 */
export function interpolateRules(rules: DocumentRules, variables: RuleVariables): InterpolatedRules {
  const merge = fillMerge(rules.mergeRequest, variables)
  if (merge.kind === 'refuse') return merge
  const read = fillOrNothing(rules.readFilter, variables)
  const write = fillOrNothing(rules.writeFilter, variables)
  return {
    kind: 'filled',
    rules: { ...rules, readFilter: read.filter, writeFilter: write.filter, mergeRequest: merge.fields },
    unbound: { readFilter: read.unbound, writeFilter: write.unbound },
  }
}

type FilledFilter = { filter: StoredObject | undefined; unbound: readonly string[] }

function fillOrNothing(filter: StoredObject | undefined, variables: RuleVariables): FilledFilter {
  if (!filter) return { filter, unbound: [] }
  const { filling, unbound } = track(variables)
  const filled = fillFilter(filter, filling, '')
  return { filter: unbound.length > 0 ? MATCHES_NOTHING : filled, unbound }
}

function fillMerge(
  fields: StoredObject | undefined,
  variables: RuleVariables,
): { kind: 'merge'; fields: StoredObject | undefined } | Refusal {
  const { filling, unbound } = track(variables)
  const filled = fillData(fields, filling, '')
  const [name] = unbound
  if (name !== undefined) {
    return refuse('FORBIDDEN', `The permission puts ${name} into what you write, and for you it has no usable value.`)
  }
  return { kind: 'merge', fields: isStoredObject(filled) ? filled : undefined }
}

function track(variables: RuleVariables): { filling: Filling; unbound: string[] } {
  const unbound: string[] = []
  const filling: Filling = {
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
      return variables.query.get(variable.name)
    case 'random':
      return variables.randomHex(variable.bits)
    case 'request':
      return lookUpRequest(variable.property, variables)
  }
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
