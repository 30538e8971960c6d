import type { WebhookRecord } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import { type Claim, claimUntilEnd } from '../domain/claim.ts'
import { deliveryTimeoutMs } from '../domain/delivery-timeout.ts'
import type { ExecutionRow } from '../domain/execution.ts'
import type { LogStore } from '../ports.ts'
import { createLease, type Lease, startAge } from './lease.ts'

export type ClaimDependencies = {
  log: LogStore
  /** The store's clock. */
  now: () => Date
  /** Unique among all that may be alive at once; whoever bears it again after a crash goes on at once. */
  claimant: string
  logger: Logger
}

/** An execution, and the right to bring it to its end. */
export type Claimed = { row: ExecutionRow; attempt: number; lease: Lease }

export type Claims = ReturnType<typeof createClaims>

/**
 * Each execution is brought to its end by one dispatcher at a time: the one whose claim its row bears. So an event that
 * comes to another one - its partition has moved, or it was sent twice - is not delivered beside the first (docs/adr/0005).
 */
export function createClaims({ log, now, claimant, logger }: ClaimDependencies) {
  const claimFor = (webhook: WebhookRecord): Claim =>
    claimUntilEnd(claimant, deliveryTimeoutMs(webhook), now().getTime())

  function leaseOn(
    row: ExecutionRow,
    webhook: WebhookRecord,
    { attempt, age }: { attempt: number; age: () => number },
  ) {
    return createLease(age, () => log.claim(row, { claim: claimFor(webhook), attempt, now: now() }))
  }

  return {
    claimFor,
    /** The right that comes with a row which bears our claim since `age` was started. */
    opened: (row: ExecutionRow, webhook: WebhookRecord, age: () => number): Claimed => ({
      row,
      attempt: row.attempt,
      lease: leaseOn(row, webhook, { attempt: row.attempt, age }),
    }),
    /** @returns undefined as long as somebody else has it */
    async take(row: ExecutionRow, webhook: WebhookRecord): Promise<Claimed | undefined> {
      const [attempt, age] = [row.attempt + 1, startAge()]
      const isTaken = await log.claim(row, { claim: claimFor(webhook), attempt, now: now() })
      return isTaken ? { row, attempt, lease: leaseOn(row, webhook, { attempt, age }) } : undefined
    },
    /** Gives back what was not begun, as if it had never been taken. A claim that can't be given back ends by itself. */
    async release({ row, attempt }: Pick<Claimed, 'row' | 'attempt'>): Promise<void> {
      await log
        .release(row, { claimant, begun: attempt - 1 })
        .catch(error => logger.warn({ err: error }, 'claim.not-released'))
    },
  }
}
