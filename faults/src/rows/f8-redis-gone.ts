import { setTimeout as wait } from 'node:timers/promises'
import { backendOf, processesOf, redisProxyOf } from '../experiment/harm.ts'
import type { FaultMatrixRow } from '../experiment/row.ts'

const BETWEEN_MS = 5_000
const DROPPED_SHARE = 1 / 5

export const f8: FaultMatrixRow = {
  id: 'F8',
  title: 'Redis is killed and back empty, then frozen, then cut from a gateway, then one publication in five is lost',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 6_000 },
  extent: { unit: 'seconds', promised: 60, short: 3 },
  quietWithinMs: 60_000,
  async fault({ cluster, harm, random, extent }) {
    const redis = backendOf(cluster, 'redis')
    const lasting = () => wait(1000 * extent)
    await harm.phase('killed', async () => {
      await redis.kill()
      await lasting()
      await redis.restart()
    })
    await wait(BETWEEN_MS)
    await harm.phase('frozen', async () => {
      redis.freeze()
      await lasting()
      redis.thaw()
    })
    await wait(BETWEEN_MS)
    await harm.phase('cut from a gateway', async () => {
      const way = redisProxyOf(cluster, random.pick(processesOf(cluster, 'gateway')))
      way.cut()
      await lasting()
      way.heal()
    })
    await wait(BETWEEN_MS)
    await harm.phase('one publication in five lost', async () => {
      const ways = [...cluster.redisProxies.values()]
      for (const way of ways) way.dropMessages(DROPPED_SHARE, random)
      await lasting()
      for (const way of ways) way.dropMessages(0, random)
      harm.remark(`${ways.reduce((sum, way) => sum + way.dropped(), 0)} publications lost on the way to a process`)
    })
  },
}
