import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../cluster/cluster.ts'
import { seededRandom } from '../load/seeded-random.ts'
import { startDriver } from '../load/start-driver.ts'
import { startProber } from '../load/start-prober.ts'
import { judge } from '../oracle/judge.ts'
import type { Observations } from '../oracle/observations.ts'
import type { PromiseVerdict } from '../oracle/verdict.ts'
import { createHarm, type Harm } from './harm.ts'
import type { PreparedService } from './prepare-service.ts'
import { observeProcesses } from './process-records.ts'
import { readLogs } from './read-back.ts'
import type { FaultMatrixRow, OwnJudge } from './row.ts'
import type { Stage } from './stage.ts'
import { waitForQuiet } from './wait-for-quiet.ts'
import { countShed, watchSpools } from './watch-spools.ts'

export type RowRunOptions = {
  seed: number
  on: Cluster['kind']
  perSecond: number
  extent: number
  /** Half as much before and after the fault: enough to see a break, not enough to measure one. */
  isShort: boolean
  /**
   * The folder in which another version of Sluice is checked out and installed, for rows that start it beside this one.
   */
  checkout: string | undefined
}

export type RowReport = { verdicts: PromiseVerdict[]; requests: number; deliveries: number; remarks: readonly string[] }

/**
 * `warmUpMs`, and as many `looks` at the logs: at the end there are many more pages, and the memory of whoever reads them has
 * to have grown to its level. `calmMs` before the fault, so that there is something to compare with; and after it, so
 * that the return is seen.
 */
const PACE = { warmUpMs: 10_000, looks: 20, calmMs: 10_000 }
const SHORT_PACE = { warmUpMs: 5_000, looks: 10, calmMs: 5_000 }
/** After another row on the same stage: the processes that it has started anew have to grow to their level, too. */
const WARM_PACE = { warmUpMs: 2_000, looks: 5, calmMs: 5_000 }

/** Events are stamped by the store's time as a gateway knows it, which may be a little off the rig's. */
const CLOCK_SLACK_MS = 1_000

const paceOf = ({ isShort }: RowRunOptions, { isWarm }: WarmStage): typeof PACE => {
  if (!isShort) return PACE
  return isWarm ? WARM_PACE : SHORT_PACE
}

/** `isWarm`: another row has been run on it. */
type WarmStage = Stage & { isWarm: boolean }
type HarmedStage = WarmStage & { harm: Harm }

/** Puts the load on a stage, lets the row do its harm, waits for quiet, and asks the oracle. */
export async function runRow(row: FaultMatrixRow, options: RowRunOptions, stage: WarmStage): Promise<RowReport> {
  const harm = createHarm(stage.cluster)
  const { seen, judgeOwn } = await observe(row, options, { ...stage, harm })
  const requests = seen.sent.length
  const deliveries = seen.deliveries.length
  const own = judgeOwn ? [await judgeOwn(seen)] : []
  return { verdicts: [...judge(seen, row.bars), ...own], requests, deliveries, remarks: harm.remarks() }
}

type ObservedRow = { seen: Observations; judgeOwn: OwnJudge | undefined }

async function observe(row: FaultMatrixRow, options: RowRunOptions, stage: HarmedStage): Promise<ObservedRow> {
  const { service, targets, mailbox } = stage
  const isMailDriven = row.mailAllowance === undefined
  const before = { told: targets.deliveries.length, mails: mailbox.mails().length }
  const deliveries = () => [
    ...targets.deliveries.slice(before.told),
    ...(isMailDriven ? mailbox.deliveries().slice(before.mails) : []),
  ]
  const startedAt = Date.now()
  const { processes, judgeOwn, ...harmed } = await harmUnderLoad(row, options, stage)
  const known = { webhooks: service.webhooks, ...harmed }
  const endedAt = Date.now()
  const spans = (row.clocksOffByMs ?? [0]).map(offMs => ({
    from: startedAt + offMs - CLOCK_SLACK_MS,
    to: endedAt + offMs + CLOCK_SLACK_MS,
  }))
  const quiet = await waitForQuiet(known, {
    owner: service.owner,
    deliveries,
    spans,
    withinMs: row.quietWithinMs,
    beforeReading: () => processes.lookAtRest(),
  })
  return { seen: { ...known, ...quiet, processes: await processes.record() }, judgeOwn }
}

/** Lets processes do everything that they will do at the end, so that a growth is one of the fault. */
async function warmUp({ owner, webhooks }: PreparedService, { warmUpMs, looks }: typeof PACE): Promise<void> {
  const from = Date.now()
  await wait(warmUpMs)
  const span = { from, to: Date.now() }
  for (let look = 0; look < looks; look += 1) await readLogs(owner, webhooks, { span, ofAll: true })
}

/** The load, and the fault in the middle of it. */
async function harmUnderLoad(row: FaultMatrixRow, options: RowRunOptions, stage: HarmedStage) {
  const { cluster, harm, service, mailbox, aside } = stage
  const { perSecond, extent, seed, checkout } = options
  const { gateways } = cluster
  const pace = paceOf(options, stage)
  const random = seededRandom(seed)
  const before = { aside: aside.length, shed: await countShed(cluster, row.smallSpool) }
  const spools = watchSpools(cluster, row.smallSpool)
  const bodyBytes = row.smallSpool?.bodyBytes ?? 0
  const driver = startDriver({ gateways, key: service.key, random, perSecond, bodyBytes, run: `${row.id}-${seed}` })
  const prober = startProber({ gateways, ...service.prober, note: answer => void aside.push(answer) })
  await warmUp(service, pace)
  const processes = await observeProcesses(cluster)
  const calm = { from: Date.now(), to: Date.now() + pace.calmMs }
  await wait(pace.calmMs)
  const fault = { from: Date.now(), to: 0 }
  const judgeOwn = await row.fault({
    cluster,
    harm,
    service,
    mailbox,
    random: seededRandom(seed + 1),
    extent,
    checkout,
  })
  fault.to = Date.now()
  await wait(pace.calmMs)
  const [sent, keys] = await Promise.all([driver.stop(), prober.stop()])
  const fullSpools = await spools.stop()
  const shed = await countShed(cluster, row.smallSpool)
  return {
    sent,
    keys,
    aside: aside.slice(before.aside),
    calm,
    fault,
    ...harm.noted(),
    fullSpools,
    shed: shed === undefined ? undefined : shed - (before.shed ?? 0),
    processes,
    judgeOwn,
  }
}
