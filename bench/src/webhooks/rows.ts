import type { Figure } from '../figure.ts'
import { startBenchTarget } from './targets.ts'
import { type BenchWebhookWorld, openWebhookWorld } from './webhook-world.ts'

const NUMBERS = [1, 100, 10_000]
const EVENTS = 500
const AT_ONCE = 4

/** Rows in the store for a request that one of so many webhooks matches, on a cluster of processes with real backends. */
export async function measureRows(): Promise<Figure[]> {
  const world = await openWebhookWorld()
  try {
    return await countFor(world)
  } finally {
    await world.stop()
  }
}

async function countFor(world: BenchWebhookWorld): Promise<Figure[]> {
  const target = await startBenchTarget()
  const figures: Figure[] = []
  let made = 0
  for (const number of NUMBERS) {
    await addWebhooks(world, { from: made, to: number, url: target.url })
    made = number
    const before = await world.countRows()
    await world.workOff(Array<string>(EVENTS).fill('/rows-0'))
    const after = await world.countRows()
    const name = `rows per request that one of ${number} webhooks matches`
    figures.push({ name, value: (after.rows - before.rows) / EVENTS, unit: '', bar: '2' })
    const bodies = (after.bodies - before.bodies) / EVENTS
    figures.push({ name: `${name}: for its bodies`, value: bodies, unit: '', bar: '' })
  }
  await target.close()
  return figures
}

async function addWebhooks(world: BenchWebhookWorld, { from, to, url }: { from: number; to: number; url: string }) {
  let next = from
  const add = async () => {
    while (next < to) {
      const at = next
      next += 1
      await world.addWebhook({ path: `/rows-${at}`, url })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, add))
}
