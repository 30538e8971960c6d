import { setTimeout as wait } from 'node:timers/promises'
import type { Role } from '../cluster/cluster.ts'
import { backendOf, processesOf } from '../experiment/harm.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { judgeRestarts, type Restart } from '../oracle/judges/judge-restarts.ts'

const GONE_BEFORE_MS = 2_000
const BETWEEN_MS = 5_000
/** How long clients of a service that was started again may be refused. */
const WELL_AFTER_MS = 5_000
const READY_WITHIN_MS = 5_000
/** What a process has for its end (`DEFAULT_STOP_DEADLINE_MS` of the service kit), and a little. */
const END_WITHIN_MS = 26_000

type RestartKind = 'killed' | 'stopped'
type Outage = { without: 'the brokers' | 'Redis'; kind: 'kafka' | 'redis'; how: (role: Role) => RestartKind }

/** The outages. Without brokers, the processes that have something to bring there are asked to stop. */
const OUTAGES: readonly Outage[] = [
  {
    without: 'the brokers',
    kind: 'kafka',
    how: role => (role === 'gateway' || role === 'webhook-dispatcher' ? 'stopped' : 'killed'),
  },
  {
    without: 'Redis',
    kind: 'redis',
    how: role => (role === 'gateway' || role === 'webhook-dispatcher' ? 'killed' : 'stopped'),
  },
]
const ROLES: readonly Role[] = ['keys', 'webhook-dispatcher', 'gateway', 'data', 'graphql-apps']

export const f22: FaultMatrixRow = {
  id: 'F22',
  title: 'a process of each service is ended and started again while the brokers are gone, then while Redis is',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 30, short: 3 },
  quietWithinMs: 120_000,
  async fault(situation) {
    const restarts: Restart[] = []
    for (const outage of OUTAGES) restarts.push(...(await restartWithout(situation, outage)))
    return () => judgeRestarts(restarts, { readyWithinMs: READY_WITHIN_MS, endWithinMs: END_WITHIN_MS })
  },
}

/** One after another, then the rest of the time without what is gone. */
async function restartWithout(situation: RowSituation, { without, kind, how }: Outage): Promise<Restart[]> {
  const { cluster, harm, random, extent } = situation
  const backend = backendOf(cluster, kind)
  const restarts: Restart[] = []
  await harm.phase(`without ${without}`, async () => {
    await backend.kill()
    await wait(GONE_BEFORE_MS)
    for (const role of ROLES) {
      const victim = random.pick(processesOf(cluster, role))
      await harm.hardship({ mayBreak: true, isServiceGone: true, wellAfterMs: WELL_AFTER_MS }, async () => {
        restarts.push({ ...(await harm.startAnew(victim, how(role))), without })
      })
    }
    await wait(1000 * extent)
    await backend.restart()
  })
  await harm.bringBack()
  await wait(BETWEEN_MS)
  return restarts
}
