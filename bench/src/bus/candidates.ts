import type { Bus } from '@sluice/bus'
import { z } from 'zod'

/** What can stand behind the port. */
export const portCandidate = z.enum(['kafkajs', 'platformatic'])
export type PortCandidate = z.infer<typeof portCandidate>
export const PORT_CANDIDATES = portCandidate.options

/** Loads what it needs and nothing of the other, so that memory is its own. */
export async function openCandidate(candidate: PortCandidate, broker: string): Promise<Bus> {
  const options = { brokers: [broker], clientId: `bench-${candidate}` }
  switch (candidate) {
    case 'kafkajs': {
      const { openKafkaBus } = await import('@sluice/bus/kafka')
      return openKafkaBus(options)
    }
    case 'platformatic': {
      const { openPlatformaticBus } = await import('./platformatic/open-bus.ts')
      return openPlatformaticBus(options)
    }
  }
}
