import { setTimeout as wait } from 'node:timers/promises'
import { backendOf } from '../experiment/harm.ts'
import type { Row } from '../experiment/row.ts'

export const f3: Row = {
  id: 'F3',
  title: 'all brokers are gone',
  runsOn: ['cluster'],
  bars: { availability: 1, p99Factor: 1.1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 60 },
  quietWithinMs: 60_000,
  async fault({ cluster, extent }) {
    const kafka = backendOf(cluster, 'kafka')
    await kafka.kill()
    await wait(1000 * extent)
    await kafka.restart()
  },
}
