import type { ServiceRequest } from '@sluice/service-kit'
import type { Occasion } from '../ports.ts'

/** What the audit trail says of whoever makes a request. */
export const occasionOf = ({ caller }: ServiceRequest, at: Date): Occasion => ({
  actor: caller.principal.id,
  from: caller.clientAddress ?? null,
  at,
})
