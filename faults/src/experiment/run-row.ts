import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../cluster/cluster.ts'
import { startCluster } from '../cluster/start-cluster.ts'
import { startStandalone } from '../cluster/start-standalone.ts'
import { seededRandom } from '../load/seeded-random.ts'
import { startDriver } from '../load/start-driver.ts'
import { startProber } from '../load/start-prober.ts'
import { startTargets, type Targets } from '../load/start-targets.ts'
import { judge } from '../oracle/judge.ts'
import type { Observations } from '../oracle/observations.ts'
import type { Verdict } from '../oracle/verdict.ts'
import { createHarm } from './harm.ts'
import { type PreparedService, prepareService } from './prepare-service.ts'
import { observeProcesses } from './process-records.ts'
import { readWholeLog } from './read-back.ts'
import type { Row } from './row.ts'
import { waitForQuiet } from './wait-for-quiet.ts'

export type RunOptions = {
  seed: number
  on: Cluster['kind']
  perSecond: number
  extent: number
}

export type Report = { verdicts: Verdict[]; requests: number; deliveries: number }

// Before the fault, so that there is something to compare with; and after it, so that the return is seen.
const CALM_MS = 10_000

/** Starts a Sluice and the load, lets the row do its harm, waits for quiet, and asks the oracle. */
export async function runRow(row: Row, options: RunOptions): Promise<Report> {
  const targets = await startTargets()
  const start = options.on === 'standalone' ? startStandalone : startCluster
  const cluster = await start({ allowCidrs: `127.0.0.1/32:${targets.port}` })
  try {
    const service = await prepareService(cluster, targets.port)
    const seen = await observe(row, options, { cluster, service, targets })
    return { verdicts: judge(seen, row.bars), requests: seen.sent.length, deliveries: seen.deliveries.length }
  } finally {
    await cluster.stop()
    targets.close()
  }
}

type Stage = { cluster: Cluster; service: PreparedService; targets: Targets }

async function observe(row: Row, options: RunOptions, { cluster, service, targets }: Stage): Promise<Observations> {
  const random = seededRandom(options.seed)
  const harm = createHarm(cluster)
  const startedAt = Date.now()
  const { gateways } = cluster
  const { perSecond, extent, seed } = options
  const driver = startDriver({ gateways, key: service.key, random, perSecond, run: `${row.id}-${seed}` })
  const prober = startProber({ gateways, ...service.prober })
  await wait(CALM_MS)
  // Processes have then done everything once that they will do at the end, so that a growth is one of the fault.
  await readWholeLog(service.owner, service.webhooks, { from: startedAt, to: Date.now() })
  const processes = await observeProcesses(cluster)
  const fault = { from: Date.now(), to: 0 }
  await row.fault({ cluster, harm, random: seededRandom(seed + 1), extent })
  fault.to = Date.now()
  await wait(CALM_MS)
  const [sent, keys] = await Promise.all([driver.stop(), prober.stop()])
  const span = { from: startedAt, to: Date.now() }
  const noted = { sent, keys, webhooks: service.webhooks, fault, ...harm.noted() }
  const quiet = await waitForQuiet(noted, { owner: service.owner, targets, span, withinMs: row.quietWithinMs })
  return { ...noted, ...quiet, processes: await processes.record() }
}
