import type { Observations, PromisedBars, SentRequest, Span } from '../observations.ts'
import { NOISE_MS, p99 } from '../percentile.ts'
import { type PromiseVerdict, verdict } from '../verdict.ts'

const REFUSED = 503
const BAD_GATEWAY = 502

/**
 * A: requests are answered, and not with 5xx, but for those that ran into a gateway without a process, those that one
 * refused because its spool was full, and those that may be refused because of the fault.
 */
export function judgeAvailability(
  seen: Observations,
  bars: Pick<PromisedBars, 'availability' | 'p99Factor'>,
): PromiseVerdict {
  const met = seen.sent.filter(
    request => !seen.outages.some(outage => meets(request, outage)) && !isExcused(request, seen.hardships),
  )
  const counted = met.filter(request => !isRefusedForRoom(request, seen))
  const failed = counted.filter(request => !isServed(request))
  const share = counted.length === 0 ? 1 : 1 - failed.length / counted.length
  const isBelow = share < bars.availability
  const slow = judgeSpeed(counted, seen, bars.p99Factor)
  const refused = met.length - counted.length
  const served = `${(100 * share).toFixed(2)} % of ${counted.length}${refused > 0 ? ` and ${refused} without room` : ''}`
  const figure = `${served}, ${slow.figure}`
  return verdict('A', figure, [...(isBelow ? failed.map(describeFailed) : []), ...slow.findings])
}

const meets = (request: SentRequest, outage: Span & { gateway: number }): boolean =>
  request.gateway === outage.gateway && request.startedAt <= outage.to && request.endedAt >= outage.from

const isExcused = (request: SentRequest, hardships: Observations['hardships']): boolean =>
  hardships.some(hardship => {
    const { gateway = request.gateway, mayBreak, isServiceGone = false } = hardship
    const refusals = isServiceGone ? [REFUSED, BAD_GATEWAY] : [REFUSED]
    const isRefused = request.answer ? refusals.includes(request.answer.status) : mayBreak
    return isRefused && meets(request, { ...hardship, gateway })
  })

const isRefusedForRoom = (request: SentRequest, { fullSpools }: Observations): boolean =>
  request.answer?.refusal === 'no-room' && fullSpools.some(span => meets(request, span))

const isServed = ({ answer }: SentRequest): boolean => answer !== undefined && answer.status < 500

function describeFailed({ tag, kind, gateway, startedAt, endedAt, answer, failure = 'nobody knows why' }: SentRequest) {
  const said = answer?.detail ? ` (${answer.detail})` : ''
  const outcome = answer ? `${answer.status}${said}` : `no answer (${failure})`
  return `${tag} (${kind}) on gateway ${gateway + 1} at ${new Date(startedAt).toISOString()}: ${outcome} after ${endedAt - startedAt} ms`
}

function judgeSpeed(requests: readonly SentRequest[], { calm, fault }: Observations, factor: number | undefined) {
  const p99Of = ({ from, to }: Span) =>
    p99(requests.filter(one => isServed(one) && one.startedAt >= from && one.startedAt <= to))
  const before = p99Of(calm)
  const during = p99Of(fault)
  const figure = `p99 ${before.toFixed(0)} ms before, ${during.toFixed(0)} ms during`
  const isSlow = factor !== undefined && during > Math.max(before * factor, before + NOISE_MS)
  return { figure, findings: isSlow ? [`${figure}: more than ${factor} times`] : [] }
}
