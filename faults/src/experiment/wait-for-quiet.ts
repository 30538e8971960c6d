import { setTimeout as wait } from 'node:timers/promises'
import type { AskAsOwner } from '../cluster/owner-client.ts'
import { judgeLog } from '../oracle/judges/judge-log.ts'
import { judgeLoss } from '../oracle/judges/judge-loss.ts'
import type { LogRow, Observations, Span, TargetDelivery } from '../oracle/observations.ts'
import { readLogs, readStored } from './read-back.ts'

type ReadBack = Pick<Observations, 'deliveries' | 'log' | 'stored'>
type NotedObservations = Omit<Observations, keyof ReadBack | 'processes'>
/** `spans`: of the events, by the clocks that have stamped them. `beforeReading` runs when the targets have been told all. */
type QuietSources = {
  owner: AskAsOwner
  deliveries(): TargetDelivery[]
  spans: readonly Span[]
  withinMs: number
  beforeReading(): Promise<void>
}

const LOOK_AGAIN_MS = 2_000

/**
 * Waits until every delivery has come and every execution has ended, or the time is over; then reads back what there
 * is, a little later, so that what comes too late or too often is seen.
 */
export async function waitForQuiet(noted: NotedObservations, sources: QuietSources): Promise<ReadBack> {
  const { owner, deliveries, spans, withinMs, beforeReading } = sources
  const end = Date.now() + withinMs
  // Of events that may be given up, every log has to tell, whoever asked; the targets then don't know when all have come.
  const mayShed = noted.shed !== undefined
  const readAll = async (webhooks: NotedObservations['webhooks'], ofAll = false) => {
    const logs: LogRow[][] = []
    for (const span of spans) logs.push(await readLogs(owner, webhooks, { span, ofAll }))
    return logs.flat()
  }
  const firing = noted.webhooks.filter(({ fires }) => fires)
  const silent = noted.webhooks.filter(({ fires }) => !fires)
  const written = new Set(noted.sent.map(({ tag }) => tag))
  const soFar = (log: readonly LogRow[]): Observations => {
    return { ...noted, webhooks: firing, log, stored: written, deliveries: deliveries(), processes: [] }
  }
  const isQuiet = (seen: Observations) => judgeLoss(seen).holds && judgeLog(seen).holds
  // The targets know at once whether it is too early to read the log.
  while (!mayShed && !judgeLoss(soFar([])).holds && Date.now() < end) await wait(LOOK_AGAIN_MS)
  await beforeReading()
  let ofFiring: LogRow[]
  do {
    await wait(LOOK_AGAIN_MS)
    ofFiring = await readAll(firing, mayShed)
  } while (!isQuiet(soFar(ofFiring)) && Date.now() < end)
  const ofSilent = await readAll(silent)
  const stored = await readStored(owner)
  return { deliveries: deliveries(), log: [...ofFiring, ...ofSilent], stored }
}
