import { setTimeout as wait } from 'node:timers/promises'
import { processesOf } from '../experiment/harm.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { openIdleConnections } from '../load/idle-connections.ts'
import { startAsker } from '../load/start-asker.ts'
import { judgeRefusals } from '../oracle/judges/judge-refusals.ts'
import { questionsOf } from './questions.ts'

const DESCRIPTORS = 64
const IDLE_CONNECTIONS = 2_000
const WELL_AFTER_MS = 10_000
const ASK_EVERY_MS = 400
const ENDED_WITHIN_MS = 5_000

export const f13: FaultMatrixRow = {
  id: 'F13',
  title: 'a gateway has 64 file descriptors, and 2,000 connections that say nothing; then the connections alone',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 60 },
  quietWithinMs: 60_000,
  async fault(situation) {
    const { cluster, harm, random, service } = situation
    const victim = random.pick(processesOf(cluster, 'gateway'))
    const questions = Object.values(questionsOf(service, ASK_EVERY_MS))
    // A connection that is kept alive would not notice.
    const asker = startAsker({ gateways: cluster.gateways, questions, isConnectingAnew: true })
    const url = cluster.gateways[processesOf(cluster, 'gateway').indexOf(victim)] ?? ''
    await harm.phase('64 descriptors', () =>
      harm.hardship({ victim, mayBreak: true, wellAfterMs: WELL_AFTER_MS }, async () => {
        const before = await victim.limitDescriptors(DESCRIPTORS)
        await holdIdle(situation, url)
        await victim.limitDescriptors(before)
      }),
    )
    await wait(WELL_AFTER_MS)
    await harm.phase('2,000 idle connections', () => holdIdle(situation, url))
    await wait(WELL_AFTER_MS)
    const asked = await asker.stop()
    return seen => judgeRefusals(seen, asked, { withinMs: ENDED_WITHIN_MS, unknowable: [] })
  },
}

async function holdIdle({ harm, extent }: RowSituation, url: string): Promise<void> {
  const idle = await openIdleConnections(url, IDLE_CONNECTIONS)
  harm.remark(`${idle.open()} of ${IDLE_CONNECTIONS} idle connections are open`)
  await wait(1000 * extent)
  harm.remark(`${idle.open()} of them are left after ${extent} s`)
  idle.close()
}
