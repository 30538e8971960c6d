import { setTimeout as wait } from 'node:timers/promises'
import { processesOf } from '../experiment/harm.ts'
import type { FaultMatrixRow } from '../experiment/row.ts'

const DOWN_MS = 1_000
const MOST_BETWEEN_MS = 2_000

export const f1: FaultMatrixRow = {
  id: 'F1',
  title: 'a gateway is killed at random under load, and started again after 1 s',
  runsOn: ['cluster', 'standalone'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'times', promised: 30, short: 4 },
  quietWithinMs: 60_000,
  async fault({ cluster, harm, random, extent }) {
    for (let time = 0; time < extent; time += 1) {
      await wait(random.integer(0, MOST_BETWEEN_MS))
      await harm.killFor(random.pick(processesOf(cluster, 'gateway')), DOWN_MS)
    }
  },
}
