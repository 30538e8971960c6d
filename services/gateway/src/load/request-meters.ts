import type { ServerResponse } from 'node:http'
import { type ErrorCode, errorCatalogue, type UpstreamName, upstreamName } from '@sluice/contracts'
import { meterOf, observing } from '@sluice/service-kit'

/** What came of a request, as far as that is known by now. */
export type RequestOutcome = {
  /** The part that answers it. */
  by: Answerer
  /** How the gateway refuses it. */
  code?: ErrorCode
  /** The answer goes on until somebody ends it. */
  isStream?: boolean
}
type Answerer = UpstreamName | 'gateway'

/** A request whose connection is done with it. */
type EndedRequest = {
  response: Pick<ServerResponse, 'headersSent' | 'statusCode'>
  startedAt: number
  outcome: RequestOutcome
}

export type RequestMeters = {
  arrived(): void
  ended(request: EndedRequest): void
  inFlight(): number
}

const ANSWERERS: readonly Answerer[] = ['gateway', ...upstreamName.options]
/** The classes are indexed by the first digit of the status; the client of the first went away without one. */
const CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'] as const
const DURATION_BOUNDS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000]

/** Counts every request in plain numbers, which are read when somebody asks for metrics. */
export function createRequestMeters(turnMs: () => number): RequestMeters {
  const tallies = new Map(ANSWERERS.map(by => [by, { classes: CLASSES.map(() => 0), durationMs: 0 }]))
  const refusals = new Map<string, number>(Object.keys(errorCatalogue).map(code => [code, 0]))
  const durations = meterOf('gateway').createHistogram('gateway_request_duration', {
    description: 'Time from the arrival of a request to the end of its answer, streams left out',
    unit: 'ms',
    advice: { explicitBucketBoundaries: DURATION_BOUNDS_MS },
  })
  let inFlight = 0
  publish({ tallies, refusals, inFlight: () => inFlight, turnMs })
  return {
    inFlight: () => inFlight,
    arrived() {
      inFlight += 1
    },
    ended({ response, startedAt, outcome: { by, code, isStream } }) {
      inFlight -= 1
      if (code) refusals.set(code, (refusals.get(code) ?? 0) + 1)
      const tally = tallies.get(by)
      if (!tally) return
      const status = response.headersSent ? Math.floor(response.statusCode / 100) : 0
      tally.classes[status] = (tally.classes[status] ?? 0) + 1
      if (isStream) return
      const durationMs = performance.now() - startedAt
      tally.durationMs += durationMs
      durations.record(durationMs)
    },
  }
}

type MeterFigures = Pick<RequestMeters, 'inFlight'> & {
  tallies: ReadonlyMap<Answerer, { classes: readonly number[]; durationMs: number }>
  refusals: ReadonlyMap<string, number>
  turnMs(): number
}

function publish({ tallies, refusals, inFlight, turnMs }: MeterFigures): void {
  const { gauge, counter } = observing('gateway')
  const all = [...tallies]
  counter('gateway_requests', 'Requests that have ended, by who answered and the class of the status', () =>
    all.flatMap(([service, { classes }]) =>
      classes.map((count, index) => [count, { service, status: CLASSES[index] }] as const),
    ),
  )
  counter('gateway_request_seconds', 'Time of these requests in all, streams left out, by who answered', () =>
    all.map(([service, { durationMs }]) => [durationMs / 1000, { service }]),
  )
  counter('gateway_refusals', 'Requests that the gateway itself refused, by the code of the error', () =>
    [...refusals].map(([code, count]) => [count, { code }]),
  )
  gauge(
    'gateway_requests_in_flight',
    'Requests that have come and are not answered yet; above 4,000 they are refused',
    inFlight,
  )
  gauge('gateway_turn_ms', 'How long a request waits for its turn; above 200 ms requests are refused', turnMs)
}
