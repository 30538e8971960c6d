import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from '../figure.ts'
import { readGauge } from '../read-gauge.ts'
import { residentMegabytes } from '../standalone.ts'
import { startBenchTarget } from './targets.ts'
import type { BenchWebhookWorld } from './webhook-world.ts'

/** There are as many as a dispatcher has slots, whose last quarter is for targets that have few or none. */
const TARGETS = 1_000
const EVENTS = 12_000
const WATCH_MS = 25_000
const EVERY_MS = 250
const TIMEOUT_MS = 30_000

/**
 * What the dispatchers hold at most while all of their slots wait for targets that hang, and more events come than they take.
 * To be the last: the cluster is left as it is, with half a minute of work before it.
 */
export async function measureInFlight(world: BenchWebhookWorld): Promise<Figure[]> {
  const targets = await Promise.all(Array.from({ length: TARGETS }, () => startBenchTarget({ hangs: true })))
  const path = (at: number) => `/hanging-${at % TARGETS}`
  for (const [at, { url }] of targets.entries()) {
    await world.addWebhook({ path: path(at), url, timeout_ms: TIMEOUT_MS })
  }
  await world.send(Array.from({ length: EVENTS }, (_, at) => path(at)))
  const most = await watch(world)
  await Promise.all(targets.map(target => target.close()))
  return most
}

async function watch({ cluster: { dispatchers } }: BenchWebhookWorld): Promise<Figure[]> {
  let [memory, running] = [0, 0]
  for (let elapsed = 0; elapsed < WATCH_MS; elapsed += EVERY_MS) {
    for (const { pid, adminUrl } of dispatchers) {
      memory = Math.max(memory, await residentMegabytes(pid()))
      running = Math.max(running, await readGauge(adminUrl, 'sluice_webhook_deliveries_running'))
    }
    await wait(EVERY_MS)
  }
  return [
    { name: 'deliveries in flight at once in one dispatcher', value: running, unit: '', bar: '1,000' },
    { name: 'resident memory of that dispatcher, at most', value: memory, unit: 'MB', bar: '≤ 300' },
  ]
}
