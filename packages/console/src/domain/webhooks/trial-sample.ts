import { namedOccurrences, toldView } from '../occurrences/occurrence-words.ts'

/** What a condition and a template are tried on: an event, an exchange that somebody types, or what Sluice tells of itself. */
export type TrialSample =
  | { kind: 'event'; id: string }
  | { kind: 'told'; occurrence: string }
  | { kind: 'typed'; method: string; path: string; statusCode: string; body: string }

export const TYPED_SAMPLE = { kind: 'typed', method: 'POST', path: '/', statusCode: '201', body: '{}' } as const

/** The sample of a condition for which nobody has chosen another one. */
export function firstSample(condition: string): TrialSample {
  const [occurrence] = namedOccurrences(condition)
  return occurrence === undefined ? TYPED_SAMPLE : { kind: 'told', occurrence }
}

type SampleParts = {
  request: { method: string; path: string; body?: unknown }
  response?: { statusCode: number }
}

/** A body that somebody types: JSON where it is some, else the text. */
function bodyOf(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The exchange that was typed, with what is not a status left out. */
export function exchangeOf({ method, path, statusCode, body }: Extract<TrialSample, { kind: 'typed' }>): SampleParts {
  const status = Number(statusCode)
  const isStatus = Number.isInteger(status) && status >= 100 && status <= 599
  const typed = bodyOf(body)
  return {
    request: {
      method: method.trim().toUpperCase() || 'GET',
      path: path.startsWith('/') ? path : `/${path}`,
      ...(typed !== undefined && { body: typed }),
    },
    ...(isStatus && { response: { statusCode: status } }),
  }
}

/** What a template sees of it: the default body of a delivery. */
export function viewOf({ request, response }: SampleParts, name: string): Readonly<Record<string, unknown>> {
  return {
    id: 'preview',
    timestamp: '2026-01-01T00:00:00.000Z',
    service: { id: 'sluice' },
    webhook: { id: 'preview', name },
    request: { query: '', headers: {}, body: null, ...request },
    response: response ? { headers: {}, body: null, ...response } : null,
    principal: { id: null, roles: [], via: 'none' },
  }
}

/** The same of a sample that is no event. */
export const sampleView = (sample: Exclude<TrialSample, { kind: 'event' }>, name: string) =>
  sample.kind === 'told' ? toldView(sample.occurrence, name) : viewOf(exchangeOf(sample), name)
