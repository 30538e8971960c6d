import { setTimeout as wait } from 'node:timers/promises'
import { processesOf } from '../experiment/harm.ts'
import type { Row } from '../experiment/row.ts'

const MOST_DOWN_MS = 3_000
const MOST_BETWEEN_MS = 3_000

export const f2: Row = {
  id: 'F2',
  title: 'a dispatcher is killed at random between fetch and commit, and started again',
  runsOn: ['cluster', 'standalone'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'times', promised: 10 },
  // A lease is taken over within 45 s.
  quietWithinMs: 120_000,
  async fault({ cluster, harm, random, extent }) {
    for (let time = 0; time < extent; time += 1) {
      await wait(random.integer(0, MOST_BETWEEN_MS))
      await harm.killFor(random.pick(processesOf(cluster, 'webhook-dispatcher')), random.integer(0, MOST_DOWN_MS))
    }
  },
}
