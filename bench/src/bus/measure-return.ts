import { setTimeout as wait } from 'node:timers/promises'
import { type Figure, figureOfRounds } from '../figure.ts'
import { type BusWorld, makeTopic, withClients } from './bench-world.ts'
import { PORT_CANDIDATES, type PortCandidate } from './candidates.ts'

const ROUNDS = 3
const DOWN_MS = 3_000
const BETWEEN_MS = 2_000

type Recovery = { sentAfterMs: number; readAfterMs: number }

/** How long after the broker says that it is back records are taken and handed out again. */
export function measureReturn(world: BusWorld): Promise<Figure[]> {
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
    return recoveries.flatMap(({ candidate, found }) => [
      figureOf(`first ack, ${candidate}`, found, ({ sentAfterMs }) => sentAfterMs),
      figureOf(`first record, ${candidate}`, found, ({ readAfterMs }) => readAfterMs),
    ])
  })
}

const newRow = (candidate: PortCandidate): { candidate: PortCandidate; found: Recovery[] } => ({ candidate, found: [] })

const figureOf = (what: string, found: readonly Recovery[], timeOf: (recovery: Recovery) => number): Figure =>
  figureOfRounds(found.map(timeOf), { name: `after a broker's return: ${what}`, unit: 'ms', bar: '' })
