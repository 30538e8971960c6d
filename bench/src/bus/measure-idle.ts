import type { Figure } from '../figure.ts'
import { type BusWorld, makeTopic, withClients } from './bench-world.ts'
import { PORT_CANDIDATES } from './candidates.ts'

const SETTLE_MS = 2_000
const REST_MS = 20_000

/** What a member of a group costs that has twelve partitions and nothing to read. */
export function measureIdle(world: BusWorld): Promise<Figure[]> {
  return withClients(world, PORT_CANDIDATES, async client => {
    const topic = await makeTopic(world)
    const rested = PORT_CANDIDATES.map(async (candidate): Promise<Figure[]> => {
      const { ask } = client(candidate)
      await ask({ kind: 'join', topic, group: `idle-${candidate}` })
      await ask({ kind: 'rest', ms: SETTLE_MS })
      const { cpuUs, wallMs, residentMb } = await ask({ kind: 'rest', ms: REST_MS })
      const name = `idle consumer, ${candidate}`
      return [
        { name: `${name}: CPU over 20 s`, value: cpuUs / wallMs / 10, unit: '% of a core', bar: '' },
        { name: `${name}: resident memory`, value: residentMb, unit: 'MB', bar: '' },
      ]
    })
    return (await Promise.all(rested)).flat()
  })
}
