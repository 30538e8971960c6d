import type { Bus } from '@sluice/bus'
import type { Logger } from '@sluice/service-kit'
import { openEventLine } from './event-line.ts'
import type { SpoolSettings } from './spool/spool.ts'

/** `shipped`: events that the bus has; `damaged`: records that could not be read; `tooLarge`: events that were left out. */
export type ShippedSpool = { shipped: number; damaged: number; tooLarge: number }

/**
 * Sends what a gateway that is gone has left in its spool, the unfinished ones as of unknown outcome, and ends when the bus
 * has all of it. Tries for as long as the bus is away.
 * @throws SpoolInUseError while a gateway runs on it
 */
export async function shipSpool(bus: Bus, settings: SpoolSettings, logger: Logger): Promise<ShippedSpool> {
  const events = openEventLine(bus, settings, logger)
  await events.stop(Number.POSITIVE_INFINITY)
  const { shipped, damaged, tooLarge } = events.shipper.counters
  return { shipped, damaged, tooLarge }
}
