import type { Observations, Span } from '../observations.ts'
import { isWithin, NOISE_MS, p99 } from '../percentile.ts'
import { type PromiseVerdict, verdict } from '../verdict.ts'

type CalmAndPhases = {
  calm: Span
  phases: readonly (Span & { name: string })[]
  /** How many times the p99 of the calm the p99 in each phase may be. */
  factor: number
}
type ComparedDeliveries = Pick<Observations, 'sent' | 'deliveries'> & CalmAndPhases
/** From when to when something took. `endedAt`: undefined where it never came. */
export type Delay = { startedAt: number; endedAt: number | undefined }

/** What a target or mail server does to its own deliveries slows those to the others not by much (G8): from answer to delivery. */
export function judgeIsolation({ sent, deliveries, ...compared }: ComparedDeliveries): PromiseVerdict {
  const answeredAt = new Map(sent.flatMap(({ tag, answer, endedAt }) => (answer ? [[tag, endedAt]] : [])))
  const delays = deliveries.flatMap(({ tag, receivedAt }) => {
    const startedAt = answeredAt.get(tag)
    return startedAt === undefined ? [] : [{ startedAt, endedAt: receivedAt }]
  })
  return judgeDelays('other deliveries', { delays, ...compared })
}

/** What takes so long in the calm takes not much longer in any phase. What never comes counts as longer than all. */
export function judgeDelays(
  name: string,
  { delays, calm, phases, factor }: CalmAndPhases & { delays: readonly Delay[] },
): PromiseVerdict {
  const ended = delays.map(({ startedAt, endedAt = Number.POSITIVE_INFINITY }) => ({ startedAt, endedAt }))
  const p99In = (span: Span) => Math.round(p99(ended.filter(({ startedAt }) => isWithin(startedAt, span))))
  const before = p99In(calm)
  const during = phases.map(phase => ({ name: phase.name, ms: p99In(phase) }))
  const slow = during.filter(({ ms }) => ms > Math.max(before * factor, before + NOISE_MS))
  return verdict(
    'O',
    `p99 of ${name} ${before} → ${during.map(({ ms }) => ms).join(', ')} ms`,
    slow.map(phase => `${name}: p99 ${before} ms in the calm, ${phase.ms} ms in "${phase.name}"`),
  )
}
