import { measureDelivery } from '../cluster/delivery.ts'
import { PROFILED } from '../cpu/record-profile.ts'
import type { Figure } from '../figure.ts'
import { measureIndex } from '../predicate.ts'
import { measureDeliveryCost } from './delivery-cost.ts'
import { measureHangingTarget } from './hanging-target.ts'
import { measureInFlight } from './in-flight.ts'
import { openWebhookWorld } from './webhook-world.ts'

/** Matching and delivery, on a cluster of processes with real backends. */
export async function measureWebhooks(): Promise<Figure[]> {
  const figures = measureIndex()
  const world = await openWebhookWorld({ NODE_OPTIONS: PROFILED })
  try {
    figures.push(...(await measureDelivery(world)))
    figures.push(...(await measureDeliveryCost(world)))
    figures.push(...(await measureHangingTarget(world)))
    figures.push(...(await measureInFlight(world)))
    return figures
  } finally {
    await world.stop()
  }
}
