import { setTimeout as wait } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import type { ManagedProcess } from '../cluster/cluster.ts'
import { OBSERVED } from '../cluster/managed-process.ts'
import { MOVABLE_CLOCK } from '../cluster/set-clock.ts'
import { backendOf, processesOf } from '../experiment/harm.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { startAsker } from '../load/start-asker.ts'
import { type EndedKey, judgeClocks, type WrongClock } from '../oracle/judges/judge-clocks.ts'
import { judgeRefusals } from '../oracle/judges/judge-refusals.ts'
import { together } from '../oracle/verdict.ts'
import { issueEnding, useUntil } from './ending-keys.ts'
import { questionsOf } from './questions.ts'

const SKEW_MS = 3_600_000
const ROLES = ['gateway', 'keys', 'webhook-dispatcher', 'data'] as const
const DIRECTIONS = [
  { name: 'ahead', offMs: SKEW_MS },
  { name: 'behind', offMs: -SKEW_MS },
] as const
const WELL_AFTER_MS = 10_000
const WATCHED_AFTER_MS = 13_000
/** So that a key ends in the middle of the time in which the clock is wrong. */
const ISSUED_WITHIN_MS = 4_000
const ASK_EVERY_MS = 400
const LOOK_EVERY_MS = 250
const REFUSED_WITHIN_MS = 5_000
const SAID = /change-log\.clock-skewed/

export const f12: FaultMatrixRow = {
  id: 'F12',
  title: 'the clock of a process is stepped by an hour, ahead and behind, and back: a gateway, and one of each service',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 20 },
  quietWithinMs: 60_000,
  // Who turns unready is asked no more.
  hasBalancers: true,
  clocksOffByMs: [-SKEW_MS, 0, SKEW_MS],
  settings: { NODE_OPTIONS: `${OBSERVED} ${MOVABLE_CLOCK}` },
  async fault(situation) {
    const { cluster, service, random } = situation
    const client = await MongoClient.connect(backendOf(cluster, 'mongodb').address)
    const questions = Object.values(questionsOf(service, ASK_EVERY_MS))
    const asker = startAsker({ gateways: cluster.gateways, questions, isConnectingAnew: true })
    const clocks: WrongClock[] = []
    const keys: EndedKey[] = []
    try {
      for (const role of ROLES) {
        for (const { name, offMs } of DIRECTIONS) {
          const victim = random.pick(processesOf(cluster, role))
          const expiresAt = Date.now() + ISSUED_WITHIN_MS + 500 * situation.extent
          const key = await issueEnding(situation, client.db('sluice'), expiresAt)
          const about = { name: `${victim.name} ${name}`, key, expiresAt, offMs }
          const { clock, ended } = await stepAndBack(situation, victim, about)
          clocks.push(clock)
          keys.push(ended)
        }
      }
    } finally {
      await client.close()
    }
    const asked = await asker.stop()
    const own = judgeClocks({ clocks, keys, withinMs: WELL_AFTER_MS, skewMs: SKEW_MS })
    return seen => together([own, judgeRefusals(seen, asked, { withinMs: REFUSED_WITHIN_MS, unknowable: [] })])
  },
}

type EndingKey = { name: string; key: string; expiresAt: number; offMs: number }

async function stepAndBack(situation: RowSituation, victim: ManagedProcess, { offMs, ...about }: EndingKey) {
  const { harm, extent } = situation
  const wrong = { from: Date.now(), to: 0 }
  const saidBefore = (await victim.linesWith(SAID)).length
  const watched = 1000 * extent + WATCHED_AFTER_MS
  const watching = watchReadiness(victim, wrong.from + watched)
  const using = useUntil(situation, { ...about, until: wrong.from + watched })
  await harm.phase(about.name, async () => {
    await step(situation, victim, offMs)
    await wait(1000 * extent)
    wrong.to = Date.now()
    await step(situation, victim, 0)
  })
  const [looks, ended] = await Promise.all([watching, using])
  const said = (await victim.linesWith(SAID)).length - saidBefore
  const clock: WrongClock = { name: about.name, wrong, said, looks }
  return { clock, ended }
}

/** What was under way through it may be refused, until it is asked no more or believes what it holds again. */
const step = ({ harm }: RowSituation, victim: ManagedProcess, offMs: number) =>
  harm.hardship({ wellAfterMs: WELL_AFTER_MS }, () => harm.stepClock(victim, offMs))

async function watchReadiness(victim: ManagedProcess, until: number): Promise<WrongClock['looks']> {
  const looks: WrongClock['looks'][number][] = []
  while (Date.now() < until) {
    const at = Date.now()
    looks.push({ at, isReady: (await victim.figure('sluice_ready')) === 1 })
    await wait(LOOK_EVERY_MS)
  }
  return looks
}
