import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryDirectory } from '@sluice/testkit'
import { startLocalProcess } from '@sluice/testkit/backends'
import { storeProxyOf } from '../experiment/harm.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { seededRandom } from '../load/seeded-random.ts'
import { startAsker } from '../load/start-asker.ts'
import { startGuessing } from '../load/start-guessing.ts'
import { judgeOthers } from '../oracle/judges/judge-others.ts'
import type { Span } from '../oracle/observations.ts'
import { questionsOf } from './questions.ts'

const BETWEEN_MS = 5_000
const ASK_EVERY_MS = 100
const GUESSES_PER_SECOND = 500
const FACTOR = 2
const MAX_SEED = 1_000_000
const BOMB = "regex(pattern='^/(a+)+(a|aa)+(.*a){20}$')"
const BOMB_PATH = `/${'a'.repeat(8_000)}!`
const BOMB_EVERY_MS = 200
const SLOW_MS = 3_000
// So many that the slowest hundredth takes at least that long.
const SLOW_SHARE = 1 / 50

export const f15: FaultMatrixRow = {
  id: 'F15',
  title: 'wrong passwords, a regular-expression bomb, busy cores; then a store of which a fiftieth takes 3 s',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 60 },
  quietWithinMs: 120_000,
  hasStoreProxy: true,
  async fault(situation) {
    const { cluster, service, harm } = situation
    const { key, password, data } = questionsOf(service, ASK_EVERY_MS)
    const asker = startAsker({ gateways: cluster.gateways, questions: [key, password, data] })
    const calm: Span = { from: Date.now(), to: 0 }
    await lasting(situation)
    calm.to = Date.now()
    const phases: (Span & { name: string })[] = []
    const compared = async (name: string, work: () => Promise<unknown>) => {
      const from = Date.now()
      await harm.phase(name, work)
      phases.push({ name, from, to: Date.now() })
      await wait(BETWEEN_MS)
    }
    await compared('wrong passwords', () => guess(situation))
    await compared('regular expressions', () => bomb(situation))
    await compared('busy cores', () => keepBusy(situation))
    const asked = await asker.stop()
    await harm.phase('slow store', () => slowDown(situation))
    await wait(BETWEEN_MS)
    return () => judgeOthers({ asked, calm, phases, factor: FACTOR })
  },
}

const lasting = ({ extent }: RowSituation) => wait(1000 * extent)

async function guess(situation: RowSituation): Promise<void> {
  const { cluster, harm, random, service } = situation
  const users = ['admin', service.prober.user] as const
  const seed = random.integer(0, MAX_SEED)
  const guessing = startGuessing({ gateways: cluster.gateways, users, seed, perSecond: GUESSES_PER_SECOND })
  await lasting(situation)
  const statuses = [...(await guessing.stop())].toSorted(([a], [b]) => a.localeCompare(b))
  harm.remark(`wrong passwords: ${statuses.map(([status, count]) => `${count} times ${status}`).join(', ')}`)
}

/** A permission of the driver's role that every request with its key is judged by, and requests made for it. */
async function bomb(situation: RowSituation): Promise<void> {
  const { cluster, harm, service } = situation
  const permission = { _id: 'bomb', roles: ['driver'], predicate: BOMB, priority: 100 }
  await service.owner('POST', '/acl', permission)
  const question = { ...questionsOf(service, BOMB_EVERY_MS).data, name: 'bomb', path: BOMB_PATH }
  const asker = startAsker({ gateways: cluster.gateways, questions: [question] })
  await lasting(situation)
  const asked = await asker.stop()
  await service.owner('DELETE', '/acl/bomb')
  const refused = asked.filter(({ answer }) => answer?.status === 403)
  const worst = Math.max(0, ...asked.map(({ startedAt, endedAt }) => endedAt - startedAt))
  harm.remark(`bombs: ${refused.length} of ${asked.length} refused by the ACL, within ${Math.round(worst)} ms`)
}

async function keepBusy(situation: RowSituation): Promise<void> {
  const folder = await temporaryDirectory()
  const busy = { command: process.execPath, args: ['-e', 'console.log("busy"); for (;;) {}'], folder, ready: /busy/ }
  const processes = await Promise.all(Array.from({ length: availableParallelism() }, () => startLocalProcess(busy)))
  await lasting(situation)
  await Promise.all(processes.map(process => process.kill()))
}

async function slowDown(situation: RowSituation): Promise<void> {
  const way = storeProxyOf(situation.cluster)
  const random = seededRandom(situation.random.integer(0, MAX_SEED))
  const before = way.treated()
  way.treat(command =>
    command !== 'hello' && random.next() < SLOW_SHARE ? { kind: 'late', ms: SLOW_MS } : { kind: 'pass' },
  )
  await lasting(situation)
  way.heal()
  situation.harm.remark(`slow store: ${way.treated() - before} commands late by ${SLOW_MS} ms`)
}
