import { setTimeout as wait } from 'node:timers/promises'
import { backendOf, storeProxyOf } from '../experiment/harm.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { startAsker } from '../load/start-asker.ts'
import { startIssuer } from '../load/start-issuer.ts'
import { judgeIssuing } from '../oracle/judges/judge-issuing.ts'
import { judgeRefusals } from '../oracle/judges/judge-refusals.ts'
import { together } from '../oracle/verdict.ts'
import { questionsOf } from './questions.ts'

const SLOW_MS = 1_000
const WELL_AFTER_MS = 10_000
const ASK_EVERY_MS = 400
// Nothing is promised of the time but that nothing hangs: what a write may take, and a little.
const ANSWERED_WITHIN_MS = 33_000
// As a MongoDB answers whose operator has blocked all writes (setUserWriteBlockMode).
const BLOCKED = { kind: 'refuse', code: 371, name: 'UserWritesBlocked' } as const
const PASS = { kind: 'pass' } as const
const WRITES = new Set([
  'insert',
  'update',
  'delete',
  'findAndModify',
  'findandmodify',
  'bulkWrite',
  'create',
  'createIndexes',
  'drop',
])

export const f7: FaultMatrixRow = {
  id: 'F7',
  title: 'the store is slow by 1 s, then read-only; keys are issued and revoked all the time',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 60 },
  quietWithinMs: 120_000,
  hasStoreProxy: true,
  async fault(situation) {
    const { cluster, service } = situation
    const way = storeProxyOf(cluster)
    const questions = Object.values(questionsOf(service, ASK_EVERY_MS))
    const asker = startAsker({ gateways: cluster.gateways, questions })
    const issuer = startIssuer({ gateways: cluster.gateways, ...service.prober })
    await whileTreated(situation, 'slow', () => way.treat(() => ({ kind: 'late', ms: SLOW_MS })))
    await whileTreated(situation, 'read-only', () => way.treat(command => (WRITES.has(command) ? BLOCKED : PASS)))
    const issued = await issuer.stop()
    const asked = await asker.stop()
    const bars = { withinMs: ANSWERED_WITHIN_MS, unknowable: [] }
    return seen => together([judgeIssuing(issued), judgeRefusals(seen, asked, bars)])
  },
}

const LATE_MS = [700, 1_000, 3_000] as const
/** Above it a look at the change log takes longer than it may, and nothing is known: requests may be refused. */
const KNOWN_BELOW_MS = 1_500

export const f7WithoutRedis: FaultMatrixRow = {
  ...f7,
  id: 'F7-without-redis',
  title:
    'Redis is gone, and every answer of the store is 0.7, 1 and 3 s late; keys are issued and revoked all the time',
  // As with the store gone too.
  bars: { availability: 1, revokedWithinMs: 17_000 },
  extent: { unit: 'seconds', promised: 60 },
  async fault(situation) {
    const { cluster, harm, extent } = situation
    const way = storeProxyOf(cluster)
    const redis = backendOf(cluster, 'redis')
    await redis.kill()
    for (const ms of LATE_MS) {
      const beLate = async () => {
        way.treat(() => ({ kind: 'late', ms }))
        await wait(1000 * extent)
        way.heal()
      }
      const mayRefuse = ms > KNOWN_BELOW_MS
      await harm.phase(`${ms} ms late`, () =>
        mayRefuse ? harm.hardship({ wellAfterMs: WELL_AFTER_MS }, beLate) : beLate(),
      )
      await wait(WELL_AFTER_MS)
    }
    await redis.restart()
    return undefined
  },
}

async function whileTreated({ cluster, harm, extent }: RowSituation, name: string, treat: () => void): Promise<void> {
  const way = storeProxyOf(cluster)
  const before = way.treated()
  await harm.phase(name, () =>
    harm.hardship({ wellAfterMs: WELL_AFTER_MS }, async () => {
      treat()
      await wait(1000 * extent)
      way.heal()
    }),
  )
  harm.remark(`${name}: ${way.treated() - before} commands of the store`)
  await wait(WELL_AFTER_MS)
}
