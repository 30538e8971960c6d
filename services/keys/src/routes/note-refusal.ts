import type { Refusal } from '@sluice/contracts'
import { type Logger, occasionOf, type ServiceRequest } from '@sluice/service-kit'
import type { AuditTrail } from '../ports/audit-trail.ts'

type Dependencies = { audit: AuditTrail; logger: Logger; now: () => Date }

/** A secret that was asked for and not given stands in the log and in the audit trail. */
export async function noteRefusal(
  { audit, logger, now }: Dependencies,
  request: ServiceRequest,
  refusal: Refusal,
): Promise<void> {
  const { requestId, caller } = request
  logger.info({ requestId, user: caller.principal.id, code: refusal.code }, 'key.refused')
  await audit.refused(refusal, occasionOf(request, now()))
}
