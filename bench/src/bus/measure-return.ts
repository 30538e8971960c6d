import { setTimeout as wait } from 'node:timers/promises'
import { makeTopic, type World, withClients } from './bench-world.ts'
import { PORT_CANDIDATES, type PortCandidate } from './candidates.ts'
import { median, seconds, type Table } from './figures.ts'

const ROUNDS = 3
const DOWN_MS = 3_000
const BETWEEN_MS = 2_000

type Recovery = { sentAfterMs: number; readAfterMs: number }

/** How long after the broker says that it is back records are taken and handed out again. */
export function measureReturn(world: World): Promise<Table> {
  return withClients(world, PORT_CANDIDATES, async client => {
    for (const candidate of PORT_CANDIDATES) {
      await client(candidate).ask({ kind: 'probe', topic: await makeTopic(world) })
    }
    const recoveries = PORT_CANDIDATES.map(newRow)
    for (let round = 0; round < ROUNDS; round++) {
      await wait(BETWEEN_MS)
      await world.broker.kill()
      await wait(DOWN_MS)
      await world.broker.restart()
      const since = Date.now()
      const asked = recoveries.map(async ({ candidate, found }) => {
        const { recovery } = await client(candidate).ask({ kind: 'recovered', since })
        if (recovery) found.push(recovery)
      })
      await Promise.all(asked)
    }
    const rows = recoveries.map(({ candidate, found }) => [
      candidate,
      describe(found.map(({ sentAfterMs }) => sentAfterMs)),
      describe(found.map(({ readAfterMs }) => readAfterMs)),
    ])
    return { title: `Return after a broker restart, ${ROUNDS} times`, columns: ['', 'first ack', 'first record'], rows }
  })
}

const newRow = (candidate: PortCandidate): { candidate: PortCandidate; found: Recovery[] } => ({ candidate, found: [] })

const describe = (times: readonly number[]) => `${seconds(median(times))} (worst ${seconds(Math.max(...times))})`
