import { setTimeout as wait } from 'node:timers/promises'
import { backendOf } from '../experiment/harm.ts'
import type { Row } from '../experiment/row.ts'

export const f8: Row = {
  id: 'F8',
  title: 'Redis is killed and comes back empty, then frozen',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 6_000 },
  extent: { unit: 'seconds', promised: 60 },
  quietWithinMs: 60_000,
  async fault({ cluster, extent }) {
    const redis = backendOf(cluster, 'redis')
    await redis.kill()
    await wait(1000 * extent)
    await redis.restart()
    await wait(5_000)
    redis.freeze()
    await wait(1000 * extent)
    redis.thaw()
  },
}
