import { setTimeout as wait } from 'node:timers/promises'
import type { OwnerClient } from '../cluster/owner-client.ts'
import type { Targets } from '../load/start-targets.ts'
import { judgeLog } from '../oracle/judge-log.ts'
import { judgeLoss } from '../oracle/judge-loss.ts'
import type { LogRow, Observations, Span } from '../oracle/observations.ts'
import { readStored, readWholeLog } from './read-back.ts'

type ReadBack = Pick<Observations, 'deliveries' | 'log' | 'stored'>
type Noted = Omit<Observations, keyof ReadBack | 'processes'>
type Sources = { owner: OwnerClient; targets: Targets; span: Span; withinMs: number }

const LOOK_AGAIN_MS = 2_000

/**
 * Waits until every delivery has come and every entry is there, or the time is over; then reads back what there is.
 * One more look after that finds what comes too late or too often.
 */
export async function waitForQuiet(noted: Noted, { owner, targets, span, withinMs }: Sources): Promise<ReadBack> {
  const end = Date.now() + withinMs
  const whole = (log: readonly LogRow[], stored: ReadonlySet<string>): Observations => {
    return { ...noted, log, stored, deliveries: [...targets.deliveries], processes: [] }
  }
  const written = new Set(noted.sent.map(({ tag }) => tag))
  while (!judgeLoss(whole([], written)).holds && Date.now() < end) await wait(LOOK_AGAIN_MS)
  let log = await readWholeLog(owner, noted.webhooks, span)
  while (!judgeLog(whole(log, written)).holds && Date.now() < end) {
    await wait(LOOK_AGAIN_MS)
    log = await readWholeLog(owner, noted.webhooks, span)
  }
  await wait(LOOK_AGAIN_MS)
  const deliveries = [...targets.deliveries]
  return { deliveries, log: await readWholeLog(owner, noted.webhooks, span), stored: await readStored(owner) }
}
