import { setTimeout as wait } from 'node:timers/promises'
import { backendOf } from '../experiment/harm.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { startAsker } from '../load/start-asker.ts'
import { judgeRefusals } from '../oracle/judges/judge-refusals.ts'
import { judgeReturn } from '../oracle/judges/judge-return.ts'
import type { Span } from '../oracle/observations.ts'
import { questionsOf } from './questions.ts'

const WELL_AFTER_MS = 5_000
const WATCHED_AFTER_MS = 10_000
const ASK_EVERY_MS = 400
const REFUSED_WITHIN_MS = 3_000
// What is held may be trusted for 15 s; the poll that says so came up to 2 s before.
const TRUSTED_MS = 17_000

export const f6: FaultMatrixRow = {
  id: 'F6',
  title: 'the store is killed, then frozen',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 30 },
  quietWithinMs: 60_000,
  async fault(situation) {
    const store = backendOf(situation.cluster, 'mongodb')
    const questions = Object.values(questionsOf(situation.service, ASK_EVERY_MS))
    const asker = startAsker({ gateways: situation.cluster.gateways, questions })
    const killed = await without(situation, { name: 'killed', take: store.kill, giveBack: store.restart })
    const frozen = await without(situation, {
      name: 'frozen',
      take: async () => store.freeze(),
      giveBack: async () => store.thaw(),
    })
    const asked = await asker.stop()
    const unknowable = [killed, frozen].map(({ from, to }) => ({ from: from + TRUSTED_MS, to }))
    return seen => judgeRefusals(seen, asked, { withinMs: REFUSED_WITHIN_MS, unknowable })
  },
}

/** From the store's return to the last delivery of what has waited. */
const LEVEL_WITHIN_MS = 10_000

export const f6Return: FaultMatrixRow = {
  ...f6,
  id: 'F6-return',
  title: 'the store is gone for so long that events are tried again seldom; then it is back',
  extent: { unit: 'seconds', promised: 65 },
  async fault(situation) {
    const store = backendOf(situation.cluster, 'mongodb')
    let at = 0
    const giveBack = async () => {
      await store.restart()
      at = Date.now()
    }
    await without(situation, { name: 'killed', take: store.kill, giveBack })
    // As long as the latest may take by the code, so that the next part of the run does not count.
    await wait(2 * WATCHED_AFTER_MS)
    return seen => judgeReturn(seen, { name: 'the store', at, share: 1, withinMs: LEVEL_WITHIN_MS })
  },
}

type StoreAbsence = { name: string; take(): Promise<void>; giveBack(): Promise<void> }

/** @returns when it was gone for sure */
async function without({ harm, extent }: RowSituation, { name, take, giveBack }: StoreAbsence): Promise<Span> {
  const gone = { from: Date.now(), to: 0 }
  await harm.phase(name, () =>
    harm.hardship({ wellAfterMs: WELL_AFTER_MS }, async () => {
      await take()
      await wait(1000 * extent)
      gone.to = Date.now()
      await giveBack()
    }),
  )
  await wait(WATCHED_AFTER_MS)
  return gone
}
