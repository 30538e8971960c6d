import type { WebhookSuggestion } from '@sluice/contracts'
import { parsePredicate } from '@sluice/predicate'
import { templateVariables } from './template-variables.ts'

/** What is known of an exchange; bodies are parsed JSON, undefined where there is none. */
export type SeenExchange = { method: string; path: string; requestBody?: unknown; responseBody?: unknown }

const MAX_SUGGESTIONS = 50
/** So many names in the same place are ids, whatever they look like. */
const MANY = 3

/** One webhook for each method and shape of path, the most frequent first. */
export function suggestWebhooks(seen: readonly SeenExchange[]): WebhookSuggestion[] {
  const many = placesOfMany(seen)
  const byCondition = Map.groupBy(seen, exchange => conditionFor(exchange, many))
  return [...byCondition]
    .filter(([condition]) => parsePredicate(condition, 'condition').kind === 'parsed')
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_SUGGESTIONS)
    .map(([condition, alike]) => ({ condition, variables: templateVariables(alike), events: alike.length }))
}

const segmentsOf = (path: string) => path.split('/').slice(1)

/** Finds the places at which the last segment of paths has many values. */
function placesOfMany(seen: readonly SeenExchange[]): ReadonlySet<string> {
  const values = new Map<string, Set<string>>()
  for (const { method, path } of seen) {
    const place = placeOf(method, path)
    const last = segmentsOf(path).at(-1) ?? ''
    if (place === undefined || last.startsWith('_')) continue
    values.set(place, (values.get(place) ?? new Set()).add(last))
  }
  return new Set([...values].filter(([, all]) => all.size >= MANY).map(([place]) => place))
}

/** Names the place of a path with two segments or more: what the first one names is no id. */
function placeOf(method: string, path: string): string | undefined {
  const above = segmentsOf(path).slice(0, -1)
  return above.length > 0
    ? `${method} ${above.map(segment => (isIdLike(segment) ? '{}' : segment)).join('/')}`
    : undefined
}

function conditionFor({ method, path }: SeenExchange, many: ReadonlySet<string>): string {
  const segments = segmentsOf(path)
  const isLastOfMany = many.has(placeOf(method, path) ?? '') && !segments.at(-1)?.startsWith('_')
  let ids = 0
  const shape = segments.map((segment, at) => {
    const isId = at > 0 && (isIdLike(segment) || (isLastOfMany && at === segments.length - 1))
    if (!isId) return segment
    ids += 1
    return ids === 1 ? '{id}' : `{id${ids}}`
  })
  const where = ids > 0 ? `path-template(${quote(`/${shape.join('/')}`)})` : `path(${quote(path)})`
  return `${where} and method(${quote(method)})`
}

const ID_FORMS = [/^\d+$/, /^[0-9a-f]{24}$/i, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i]
/** Long, of letters and digits both: a name that somebody chose seldom is. */
const LONG_ID = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9_-]{16,}$/

const isIdLike = (segment: string): boolean => [...ID_FORMS, LONG_ID].some(form => form.test(segment))

const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`
