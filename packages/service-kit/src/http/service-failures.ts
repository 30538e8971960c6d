import type { UpstreamName } from '@sluice/contracts'
import { StoreConflictError, StoreTimeoutError, StoreUnavailableError } from '@sluice/store'
import { meterOf } from '../telemetry/meter-of.ts'
import { UnavailableError } from './problem-error.ts'

const CAUSES = ['store-unavailable', 'store-timeout', 'contention', 'internal'] as const

/** Counts requests of a service that ended in an error, not in an answer or a refusal. */
export function countFailures(service: UpstreamName) {
  const failures = meterOf('service').createCounter('service_failures', {
    description: 'Requests that a service could not serve, by cause: the store, or a fault of ours',
  })
  for (const cause of CAUSES) failures.add(0, { service, cause })
  return {
    /** @param isOurs whether nobody foresaw it */
    failed(error: unknown, isOurs: boolean): void {
      const cause = isOurs ? 'internal' : storeCause(error)
      if (cause) failures.add(1, { service, cause })
    },
  }
}

function storeCause(error: unknown): (typeof CAUSES)[number] | undefined {
  if (error instanceof StoreTimeoutError) return 'store-timeout'
  if (error instanceof StoreConflictError) return 'contention'
  return error instanceof StoreUnavailableError || error instanceof UnavailableError ? 'store-unavailable' : undefined
}
