import { setTimeout as wait } from 'node:timers/promises'
import type { OwnerClient } from '../cluster/owner-client.ts'
import { judgeLog } from '../oracle/judge-log.ts'
import { judgeLoss } from '../oracle/judge-loss.ts'
import type { Delivery, LogRow, Observations, Span } from '../oracle/observations.ts'
import { readLogs, readStored } from './read-back.ts'

type ReadBack = Pick<Observations, 'deliveries' | 'log' | 'stored'>
type Noted = Omit<Observations, keyof ReadBack | 'processes'>
/** `spans`: of the events, by the clocks that have stamped them. */
type Sources = { owner: OwnerClient; deliveries(): Delivery[]; spans: readonly Span[]; withinMs: number }

const LOOK_AGAIN_MS = 2_000

/**
 * Waits until every delivery has come and every execution has ended, or the time is over; then reads back what there
 * is, a little later, so that what comes too late or too often is seen.
 */
export async function waitForQuiet(noted: Noted, { owner, deliveries, spans, withinMs }: Sources): Promise<ReadBack> {
  const end = Date.now() + withinMs
  const readAll = async (webhooks: Noted['webhooks']) => {
    const logs: LogRow[][] = []
    // Of events that may be given up, every log has to tell, whoever asked.
    const ofAll = noted.shed !== undefined
    for (const span of spans) logs.push(await readLogs(owner, webhooks, { span, ofAll }))
    return logs.flat()
  }
  const firing = noted.webhooks.filter(({ fires }) => fires)
  const written = new Set(noted.sent.map(({ tag }) => tag))
  const soFar = (log: readonly LogRow[]): Observations => {
    return { ...noted, webhooks: firing, log, stored: written, deliveries: deliveries(), processes: [] }
  }
  const isQuiet = async () => {
    // The targets know at once whether it is too early to read the log; but for events that nobody is to know of.
    if (noted.shed === undefined && !judgeLoss(soFar([])).holds) return false
    const seen = soFar(await readAll(firing))
    return judgeLoss(seen).holds && judgeLog(seen).holds
  }
  while (!(await isQuiet()) && Date.now() < end) await wait(LOOK_AGAIN_MS)
  await wait(LOOK_AGAIN_MS)
  const [log, stored] = [await readAll(noted.webhooks), await readStored(owner)]
  return { deliveries: deliveries(), log, stored }
}
