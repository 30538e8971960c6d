import { makeTopic, type World, withClients } from './bench-world.ts'
import { PORT_CANDIDATES } from './candidates.ts'
import type { Table } from './figures.ts'

const SETTLE_MS = 2_000
const REST_MS = 20_000

/** What a member of a group costs that has twelve partitions and nothing to read. */
export function measureIdle(world: World): Promise<Table> {
  return withClients(world, PORT_CANDIDATES, async client => {
    const topic = await makeTopic(world)
    const rested = PORT_CANDIDATES.map(async candidate => {
      const { ask } = client(candidate)
      await ask({ kind: 'join', topic, group: `idle-${candidate}` })
      await ask({ kind: 'rest', ms: SETTLE_MS })
      const { cpuUs, wallMs } = await ask({ kind: 'rest', ms: REST_MS })
      return [candidate, `${(cpuUs / wallMs / 10).toFixed(2)} %`]
    })
    const columns = ['idle consumer over 20 s', 'of a core']
    return { title: 'Idle CPU', columns, rows: await Promise.all(rested) }
  })
}
