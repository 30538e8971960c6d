import type { RecordedExchange } from '@sluice/contracts'
import {
  hearsOccurrences,
  likelyRequests,
  OCCURRENCE_NAMES,
  type OccurrenceName,
  parsePredicate,
  testPredicate,
} from '@sluice/predicate'
import { type RecordedFacts, toRecorded } from './described-exchange.ts'
import { recordedExchange } from './exchange-view.ts'

/** More places than these are not tried. */
const MAX_PLACES = 8
const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE']
const STATUSES = [200, 201, 202, 204, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504]
const USUAL_STATUS: Readonly<Record<string, number>> = { POST: 201, DELETE: 204 }
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

/**
 * A made-up exchange for which a condition holds, where one is found by trying paths, methods and statuses; else the
 * likeliest. @param id a UUIDv7
 */
export function fittingExchange(condition: string, about: RecordedFacts): RecordedExchange {
  const parsed = parsePredicate(condition, 'condition')
  if (parsed.kind === 'invalid') return sampleOf({ method: 'POST', path: '/example', statusCode: 201 }, about)
  if (hearsOccurrences(parsed.predicate)) {
    const told = OCCURRENCE_NAMES.map(name => sampleOccurrence(name, about))
    const heard = told.find(one => testPredicate(parsed.predicate, recordedExchange(one)))
    if (heard) return heard
  }
  const kinds = likelyRequests(parsed.predicate)
    .slice(0, MAX_PLACES)
    .flatMap(({ path, method }) => (method ? [method] : METHODS).flatMap(one => answersOf(one, path)))
  const fitting = kinds.find(kind => testPredicate(parsed.predicate, recordedExchange(sampleOf(kind, about))))
  return sampleOf(fitting ?? kinds[0] ?? { method: 'POST', path: '/example', statusCode: 201 }, about)
}

/** Whether a condition holds for an exchange; one that can't be read doesn't. */
export function holdsFor(condition: string, exchange: RecordedExchange): boolean {
  const parsed = parsePredicate(condition, 'condition')
  return parsed.kind === 'parsed' && testPredicate(parsed.predicate, recordedExchange(exchange))
}

type ExchangeKind = { method: string; path: string; statusCode: number }

/** With the usual status first. */
function answersOf(method: string, path: string): ExchangeKind[] {
  const usual = USUAL_STATUS[method] ?? 200
  return [usual, ...STATUSES.filter(status => status !== usual)].map(statusCode => ({ method, path, statusCode }))
}

const JSON_HEADERS = { 'content-type': 'application/json' }
const EXAMPLE = { name: 'example', total: 42 }

function sampleOf({ method, path, statusCode }: ExchangeKind, about: RecordedFacts): RecordedExchange {
  const agent = { 'user-agent': 'Sluice test' }
  const request = WITH_BODY.has(method)
    ? { method, path, query: '', headers: { ...JSON_HEADERS, ...agent }, body: EXAMPLE }
    : { method, path, query: '', headers: agent }
  const response =
    statusCode === 204 ? { statusCode, headers: {} } : { statusCode, headers: JSON_HEADERS, body: EXAMPLE }
  return toRecorded({ request, response }, about)
}

const SAMPLE_ENTRY = '01a20723-e885-7337-b942-67e055edc8cb'

/** A made-up occurrence, in the form of those that are told (docs/reference/occurrences.md). */
function sampleOccurrence(name: OccurrenceName, about: RecordedFacts): RecordedExchange {
  const at = new Date(about.at).toISOString()
  const entry = { _id: SAMPLE_ENTRY, at }
  const body = {
    occurrence: name,
    text: `This is a test of what Sluice tells by ${name}.`,
    at,
    since: at,
    state: name.split('.')[1],
    webhook: { _id: 'example', name: 'example', type: 'http' },
    figures: { failures: 3, waiting: 0, day: { success: 39, failed: 3 } },
    firstEntry: entry,
    lastEntry: { ...entry, statusCode: 503, error: 'STATUS_NOT_2XX' },
  }
  const request = { method: 'POST', path: `/_sluice/${name}`, query: '', headers: JSON_HEADERS, body }
  const { event, ...bodies } = toRecorded({ request }, about)
  return { ...bodies, event: { ...event, occurrence: { name, audience: [] } } }
}
