import type { Figure } from '../figure.ts'
import { COLLECTS, readHeld } from '../memory/held-memory.ts'
import { startBenchTarget } from '../webhooks/targets.ts'
import { type BenchWebhookWorld, openWebhookWorld } from '../webhooks/webhook-world.ts'
import { measureApps } from './apps.ts'
import { measureConnections } from './connections.ts'
import { cpuFigures } from './cpu-model.ts'
import { measureFullLoad } from './full-load.ts'
import { growthFigures } from './growth.ts'
import { measureKeys } from './keys.ts'
import { runPhases } from './phases.ts'
import { measureOpen, measureSpool } from './queued.ts'
import { measureStandaloneLoad } from './standalone-load.ts'
import { measureWebhooks } from './webhooks.ts'

/**
 * What one core carries, of one process and of each service of a cluster; what a unit of work costs each service, and what
 * a unit of everything costs that is held: each by a straight line through one size, tried at another. Takes about six minutes.
 */
export async function measureCapacity(): Promise<Figure[]> {
  return [...(await measureStandaloneLoad()), ...(await measureCluster())]
}

async function measureCluster(): Promise<Figure[]> {
  const world = await openWebhookWorld({ NODE_OPTIONS: COLLECTS })
  const target = await startBenchTarget()
  try {
    // One that never matches: from now on every request is an event.
    await world.addWebhook({ path: '/nowhere', url: target.url })
    const cpu = cpuFigures(await runPhases(world, target))
    const full = await measureFullLoad(world, target)
    const held = await measureHeld(world)
    const growth = growthFigures([
      ...(await measureConnections(world)),
      ...(await measureWebhooks(world, target)),
      ...(await measureApps(world)),
      ...(await measureKeys(world)),
      // Last, as whoever was cut off has a backlog afterwards.
      ...(await measureSpool(world)),
      ...(await measureOpen(world, target)),
    ])
    return [...full, ...cpu, ...held, ...growth]
  } finally {
    await target.close()
    await world.stop()
  }
}

/** What each process holds before anything is added: the part that does not grow. */
async function measureHeld({ cluster }: BenchWebhookWorld): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const process of cluster.processes) {
    const { live, resident } = await readHeld(process)
    const megabytes = (kind: string, bytes: number): Figure => ({
      name: `after this load, garbage collected: ${kind}, ${process.label}`,
      value: bytes / 1024 ** 2,
      unit: 'MB',
      bar: '',
    })
    figures.push(megabytes('live', live), megabytes('resident', resident))
  }
  return figures
}
