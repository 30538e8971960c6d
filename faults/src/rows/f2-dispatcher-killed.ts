import { setTimeout as wait } from 'node:timers/promises'
import { processesOf } from '../experiment/harm.ts'
import type { Row } from '../experiment/row.ts'

const STEPS = ['after-fetch', 'after-match', 'before-send', 'after-send', 'after-log', 'before-commit'] as const
const MOST_TIMES_AT_STEP = 30
const AT_RANDOM = 4
const MOST_DOWN_MS = 3_000
const MOST_BETWEEN_MS = 3_000

export const f2: Row = {
  id: 'F2',
  title: 'a dispatcher is killed at each step between fetch and commit, then at random, and started again',
  runsOn: ['cluster', 'standalone'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'rounds', promised: 1 },
  // A lease is taken over within 45 s.
  quietWithinMs: 120_000,
  async fault({ cluster, harm, random, extent }) {
    const anyDispatcher = () => random.pick(processesOf(cluster, 'webhook-dispatcher'))
    for (let round = 0; round < extent; round += 1) {
      for (const step of STEPS) {
        const after = random.integer(1, MOST_TIMES_AT_STEP + 1)
        const downMs = random.integer(0, MOST_DOWN_MS)
        // Between its sending and its log nobody can know that it arrived; everywhere else what it died over came once.
        await harm.dieAt(anyDispatcher(), { step, after, downMs, sparesIt: step !== 'after-send' })
      }
      for (let time = 0; time < AT_RANDOM; time += 1) {
        await wait(random.integer(0, MOST_BETWEEN_MS))
        await harm.killFor(anyDispatcher(), random.integer(0, MOST_DOWN_MS))
      }
    }
  },
}
