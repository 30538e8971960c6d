import type { Observations, Span } from './observations.ts'
import { isWithin, NOISE_MS, p99 } from './percentile.ts'
import { type Verdict, verdict } from './verdict.ts'

type Compared = Pick<Observations, 'sent' | 'deliveries'> & {
  calm: Span
  phases: readonly (Span & { name: string })[]
  /** How many times the p99 of the calm the p99 in each phase may be. */
  factor: number
}

/** What a target or mail server does to its own deliveries slows those to the others not by much (G8): from answer to delivery. */
export function judgeIsolation({ sent, deliveries, calm, phases, factor }: Compared): Verdict {
  const answeredAt = new Map(sent.flatMap(({ tag, answer, endedAt }) => (answer ? [[tag, endedAt]] : [])))
  const delays = deliveries.flatMap(({ tag, receivedAt }) => {
    const startedAt = answeredAt.get(tag)
    return startedAt === undefined ? [] : [{ startedAt, endedAt: receivedAt }]
  })
  const p99In = (span: Span) => Math.round(p99(delays.filter(({ startedAt }) => isWithin(startedAt, span))))
  const before = p99In(calm)
  const during = phases.map(phase => ({ name: phase.name, ms: p99In(phase) }))
  const slow = during.filter(({ ms }) => ms > Math.max(before * factor, before + NOISE_MS))
  return verdict(
    'O',
    `p99 of other deliveries ${before} → ${during.map(({ ms }) => ms).join(', ')} ms`,
    slow.map(({ name, ms }) => `other deliveries: p99 ${before} ms in the calm, ${ms} ms in "${name}"`),
  )
}
