import type { Bus } from '@sluice/bus'
import { openKafkaBus } from '@sluice/bus/kafka'
import { z } from 'zod'
import { openPlatformaticBus } from './platformatic/open-bus.ts'

/** What can stand behind the port. */
export const portCandidate = z.enum(['kafkajs', 'platformatic'])
export type PortCandidate = z.infer<typeof portCandidate>
export const PORT_CANDIDATES = portCandidate.options

export async function openCandidate(candidate: PortCandidate, broker: string): Promise<Bus> {
  const options = { brokers: [broker], clientId: `bench-${candidate}` }
  switch (candidate) {
    case 'kafkajs':
      return openKafkaBus(options)
    case 'platformatic':
      return openPlatformaticBus(options)
  }
}
