import type { Observations } from '../observations.ts'
import { type PromiseVerdict, verdict } from '../verdict.ts'

/** `at`: when it was back; `share`: so many of what had waited have to come `withinMs` from then on. */
export type Return = { name: string; at: number; share: number; withinMs: number }

type ReturnObservations = Pick<Observations, 'sent' | 'deliveries'>

/** What has waited for something that was gone is delivered soon after its return (G12). */
export function judgeReturn(
  { sent, deliveries }: ReturnObservations,
  { name, at, share, withinMs }: Return,
): PromiseVerdict {
  const endedAt = new Map(sent.flatMap(({ tag, answer, endedAt: end }) => (answer ? [[tag, end]] : [])))
  const waited = deliveries.filter(({ tag, receivedAt }) => (endedAt.get(tag) ?? at) < at && receivedAt > at)
  const delays = waited.map(({ receivedAt }) => receivedAt - at).toSorted((a, b) => a - b)
  const reached = delays[Math.max(0, Math.ceil(delays.length * share) - 1)] ?? 0
  const figure = `${delays.length} deliveries waited for ${name}: ${100 * share} % after ${reached} ms, the last after ${delays.at(-1) ?? 0}`
  return verdict('O', figure, [
    ...(delays.length === 0 ? [`nothing has waited for ${name}: the row says nothing`] : []),
    ...(reached > withinMs ? [`${figure}, not within ${withinMs} ms`] : []),
  ])
}
