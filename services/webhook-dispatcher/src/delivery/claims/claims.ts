import type { WebhookRecord } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import type { Claimant } from '../../claimant/create-claimant.ts'
import { type ClaimLease, createLease } from '../../claimant/lease.ts'
import { claimUntilEnd, type ExecutionClaim } from '../../domain/execution/claim.ts'
import type { ExecutionRow } from '../../domain/execution/execution.ts'
import { deliveryTimeoutMs } from '../../domain/request/delivery-timeout.ts'
import type { LogStore, OpenedExecution } from '../../ports/log-store.ts'
import { createUnbegunClaims, type UnbegunClaim } from './unbegun-claims.ts'

export type ClaimDependencies = {
  log: LogStore
  /** The store's clock. */
  now: () => Date
  /** Waits until that clock is known, where this machine may have slept. */
  confirmTime: () => Promise<void>
  claimant: Claimant
  logger: Logger
}

/** An execution, and the right to bring it to its end. */
export type ClaimedExecution = { row: ExecutionRow; attempt: number; lease: ClaimLease }

/** `isStored`: whether the store has it, where it is still on its way there. */
type OwnClaim = UnbegunClaim & { isStored?: Promise<boolean> }
/** `by`: under which id of ours it was put. */
type PutClaim = OwnClaim & { by: string }

/** A claim that is on its way into the store. `isStored`: whether it got there; `isSure`: whether nobody else can have its event. */
type ClaimOpening = { isStored: Promise<boolean>; isSure(): boolean }

/** `instead`: the claimant whose claim it takes the place of before its time. */
type WantedClaim = { claim: ExecutionClaim; attempt: number; instead?: string | undefined }

export type Claims = ReturnType<typeof createClaims>

/**
 * Each execution is brought to its end by one dispatcher at a time: the one whose claim its row bears. So an event that
 * comes to another one - its partition has moved, or it was sent twice - is not delivered beside the first (docs/adr/0005). What nobody
 * else can have is sent while its claim is written (docs/adr/0053).
 */
export function createClaims({ log, now, confirmTime, claimant, logger }: ClaimDependencies) {
  const unbegun = createUnbegunClaims()
  const claimFor = (webhook: WebhookRecord): ExecutionClaim =>
    claimUntilEnd(claimant.id(), deliveryTimeoutMs(webhook), now().getTime())

  const put = (row: ExecutionRow, { claim, attempt, instead = claim.by }: WantedClaim): Promise<boolean> =>
    log.claim(row, { claim, attempt, now: now(), over: [claim.by, instead] })

  function claimedBy(
    { id, age, by, isStored }: PutClaim,
    { row, attempt }: Omit<ClaimedExecution, 'lease'>,
    webhook: WebhookRecord,
  ) {
    const renew = async () => {
      if (isStored && !(await isStored)) return false
      await confirmTime()
      if (!(await claimant.isStill(by))) return false
      return put(row, { claim: { ...claimFor(webhook), id }, attempt })
    }
    const isCertain = () => claimant.isCertain(by)
    const onBegun = (hasBegun: boolean) => (hasBegun ? unbegun.forget(row._id) : unbegun.keep(row._id, { id, age }))
    return { row, attempt, lease: createLease(age, renew, { isCertain, onBegun }) }
  }

  /** The right that comes with a row which was just put with our claim. */
  const opened = (row: ExecutionRow, webhook: WebhookRecord, claim: OwnClaim = unbegun.of(row._id)): ClaimedExecution =>
    claimedBy({ ...claim, by: row.claim?.by ?? claimant.id() }, { row, attempt: row.attempt }, webhook)

  /** @returns undefined as long as somebody else has it, or when it has ended meanwhile */
  async function take(row: ExecutionRow, webhook: WebhookRecord): Promise<ClaimedExecution | undefined> {
    const isUnbegun = unbegun.isOn(row)
    const instead = isUnbegun ? row.claim?.by : await replaced(row)
    if (row.claim && instead === undefined && isOfAnother(row.claim)) return undefined
    const known = unbegun.of(row._id)
    const attempt = isUnbegun ? row.attempt : row.attempt + 1
    const claim = { ...claimFor(webhook), id: known.id }
    const isPut = await put(row, { claim, attempt, instead })
    return isPut ? claimedBy({ ...known, by: claim.by }, { row: { ...row, claim }, attempt }, webhook) : undefined
  }

  /** Whether it stands, and is not this claimant's. */
  const isOfAnother = ({ by, until }: ExecutionClaim): boolean => by !== claimant.id() && until >= now().getTime()

  /** Names the claimant whose claim may be put aside before it ends: that of a process which is gone. */
  async function replaced({ claim }: ExecutionRow): Promise<string | undefined> {
    return claim && isOfAnother(claim) && (await claimant.isOver(claim.by)) ? claim.by : undefined
  }

  return {
    claimFor,
    opened,
    /**
     * The right that comes with a row which is on its way into the store, while nobody else can have the event: what is sent waits for
     * the row only where that is not sure any more.
     */
    opening(row: ExecutionRow, webhook: WebhookRecord, claim: ClaimOpening): ClaimedExecution {
      const claimed = opened(row, webhook, { ...unbegun.of(row._id), isStored: claim.isStored })
      return { ...claimed, lease: leaseAhead(claimed.lease, claim) }
    },
    /** A row that is about to be opened, with the name of the claim that it bears. */
    named: ({ claim, ...row }: ExecutionRow): ExecutionRow =>
      claim ? { ...row, claim: { ...claim, id: unbegun.of(row._id).id } } : row,
    /**
     * The right to deliver what was opened, or found there. Where the claim is our own and nothing was begun - the answer
     * to its write was lost, or what came before the sending failed -, it is put again as the same attempt: it may have been
     * brought to its end from the store since the row was read.
     * @returns undefined as long as somebody else has it, or when it has ended
     */
    enter: async ({ row, isNew }: OpenedExecution, webhook: WebhookRecord): Promise<ClaimedExecution | undefined> =>
      isNew ? opened(row, webhook) : take(row, webhook),
    /** What was entered is over for this process: it has ended, waits in the store, or somebody else has it. */
    leave: (executionId: string): void => unbegun.forget(executionId),
    /**
     * Gives back what was not begun, as if it had never been taken. A claim that can't be given back is remembered as one that
     * was not begun, so that it costs no attempt, and ends by itself.
     */
    async release({ row, attempt }: Pick<ClaimedExecution, 'row' | 'attempt'>): Promise<void> {
      await log.release(row, { claimant: claimant.id(), begun: attempt - 1 }).then(
        () => unbegun.forget(row._id),
        error => logger.warn({ err: error }, 'claim.not-released'),
      )
    },
  }
}

/** What is sent may begin before the claim is stored, while that is sure; nothing else may. */
const leaseAhead = ({ isHeld, begin, unbegin }: ClaimLease, { isStored, isSure }: ClaimOpening): ClaimLease => ({
  isHeld: async () => (await isStored) && isHeld(),
  begin: async () => (isSure() || (await isStored)) && begin(),
  unbegin,
  isStored: () => isStored,
})
