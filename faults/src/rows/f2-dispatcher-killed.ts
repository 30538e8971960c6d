import { setTimeout as wait } from 'node:timers/promises'
import { processesOf } from '../experiment/harm.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { judgeReturn, type Return } from '../oracle/judges/judge-return.ts'
import { type PromiseVerdict, together } from '../oracle/verdict.ts'

const STEPS = ['after-fetch', 'after-match', 'before-send', 'after-send', 'after-log', 'before-commit'] as const
/** The kills of a round: at each step, then at random. */
const KILLS = [...STEPS, 'random', 'random', 'random', 'random'] as const
const MOST_TIMES_AT_STEP = 30
const MOST_DOWN_MS = 3_000
const MOST_BETWEEN_MS = 3_000

type Kill = (typeof KILLS)[number]

export const f2: FaultMatrixRow = {
  id: 'F2',
  title: 'a dispatcher is killed at each step between fetch and commit, then at random, and started again',
  runsOn: ['cluster', 'standalone'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'rounds', promised: 1, short: 0.1 },
  // A lease is taken over within 45 s.
  quietWithinMs: 120_000,
  async fault(situation) {
    for (const kill of killsOf(situation.extent)) await killOnce(situation, kill)
  },
}

/** Lists the kills of so many rounds; of a part of a round it takes some, from all over it. */
function killsOf(rounds: number): Kill[] {
  const count = Math.round(rounds * KILLS.length)
  const step = count < KILLS.length ? KILLS.length / count : 1
  return Array.from({ length: count }, (_, time) => KILLS[Math.floor(time * step) % KILLS.length] ?? 'random')
}

async function killOnce({ cluster, harm, random }: RowSituation, kill: Kill): Promise<void> {
  const anyDispatcher = () => random.pick(processesOf(cluster, 'webhook-dispatcher'))
  if (kill === 'random') {
    await wait(random.integer(0, MOST_BETWEEN_MS))
    return harm.killFor(anyDispatcher(), random.integer(0, MOST_DOWN_MS))
  }
  const after = random.integer(1, MOST_TIMES_AT_STEP + 1)
  const downMs = random.integer(0, MOST_DOWN_MS)
  // Between its sending and its log nobody can know that it arrived; everywhere else what it died over came once.
  return harm.dieAt(anyDispatcher(), { step: kill, after, downMs, sparesIt: kill !== 'after-send' })
}

const BOTH_DOWN_MS = 5_000
const BOTH_BETWEEN_MS = 30_000
/** This share of what was answered before the restart begins in time. */
const BACK_SHARE = 0.95
const BACK_WITHIN_MS = 10_000

export const f2Both: FaultMatrixRow = {
  ...f2,
  id: 'F2-both',
  title: 'both dispatchers are killed at once, and started again after 5 s',
  runsOn: ['cluster'],
  extent: { unit: 'times', promised: 5 },
  async fault({ cluster, harm, extent }) {
    const returns: Return[] = []
    for (let time = 1; time <= extent; time += 1) {
      const victims = processesOf(cluster, 'webhook-dispatcher')
      await Promise.all(victims.map(victim => harm.killFor(victim, BOTH_DOWN_MS)))
      const name = `the dispatchers, the ${time}. time`
      returns.push({ name, at: Date.now(), share: BACK_SHARE, withinMs: BACK_WITHIN_MS })
      await wait(BOTH_BETWEEN_MS)
    }
    return seen => {
      const [first, ...others] = returns.map(one => judgeReturn(seen, one))
      return first
        ? together([first, ...others] satisfies [PromiseVerdict, ...PromiseVerdict[]])
        : judgeReturn(seen, NEVER)
    }
  },
}

const NEVER: Return = { name: 'the dispatchers', at: 0, share: BACK_SHARE, withinMs: BACK_WITHIN_MS }
