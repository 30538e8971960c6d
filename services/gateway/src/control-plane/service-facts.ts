import { type Platform, productVersion } from '@sluice/service-kit'
import { z } from 'zod'

/** What whoever has signed in is told of the installation that he speaks to. */
export const serviceAnswer = z
  .object({
    id: z.string().meta({ description: 'SERVICE_ID' }),
    version: z.string(),
    tier: z.enum(['shared', 'dedicated']),
    defaultDatabase: z.string(),
  })
  .meta({ id: 'Service' })
export type ServiceFacts = z.infer<typeof serviceAnswer>

/** Tells which installation this is. */
export const serviceFacts = ({ serviceId, tier, db }: Pick<Platform, 'serviceId' | 'tier' | 'db'>): ServiceFacts => ({
  id: serviceId,
  version: productVersion,
  tier,
  defaultDatabase: db,
})
