import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { profileMissed } from '../cpu/profile-missed.ts'
import { type Figure, median } from '../figure.ts'
import { startBenchTarget } from './targets.ts'
import type { BenchWebhookWorld } from './webhook-world.ts'

const EVENTS = 2_000
const ROUNDS = 5
/** The code of a delivery is fast after some thousands, in each of two processes. */
const WARM_UP_ROUNDS = 4
const DELIVERY = 'CPU of a delivery, log included'

/** What an event costs that matches one webhook, beyond one that matches none; both are worked off from a backlog. */
export async function measureDeliveryCost(world: BenchWebhookWorld): Promise<Figure[]> {
  const target = await startBenchTarget()
  const id = await world.addWebhook({ path: '/matched', url: target.url })
  let wanted = 0
  const run = async (path: '/matched' | '/unmatched') => {
    if (path === '/matched') wanted += EVENTS
    return (await world.workOff(Array<string>(EVENTS).fill(path), () => target.requests() >= wanted)) / EVENTS
  }
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    await run('/unmatched')
    await run('/matched')
  }
  const [unmatched, delivered]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    unmatched.push(await run('/unmatched'))
    delivered.push(await run('/matched'))
  }
  const reused = 100 * (1 - target.connections() / target.requests())
  const added = delivered.map((cost, round) => cost - (unmatched[round] ?? Number.NaN))
  const bare = await costOfBarePost()
  const figures = [
    { name: 'CPU of an event that matches nothing', value: median(unmatched), unit: 'µs', bar: '≤ 25' },
    { name: DELIVERY, value: median(added), unit: 'µs', bar: '≤ 120' },
    { name: 'CPU of a POST with undici alone', value: bare, unit: 'µs', bar: '' },
    { name: 'a delivery against a POST with undici alone', value: median(added) / bare, unit: 'times', bar: '≤ 3' },
    { name: 'deliveries a second and core, by the CPU of one', value: 1e6 / median(added), unit: '', bar: '≥ 8,000' },
    { name: 'requests on a kept connection', value: reused, unit: '%', bar: '≥ 95' },
    { name: 'deliveries that came twice', value: target.requests() - wanted, unit: '', bar: '0' },
  ]
  const processes = world.cluster.dispatchers.map(({ label, pid }) => ({ label, pid: pid() }))
  const explained = await profileMissed(figures, [{ name: DELIVERY, processes, serve: () => run('/matched') }])
  await world.removeWebhooks([id])
  await target.close()
  return explained
}

/** @returns µs of a core for one, of a process that does nothing else, while the cluster rests */
async function costOfBarePost(): Promise<number> {
  const target = await startBenchTarget()
  const script = fileURLToPath(new URL('bare-post.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, target.url, String(EVENTS)])
  await target.close()
  return Number(stdout)
}
