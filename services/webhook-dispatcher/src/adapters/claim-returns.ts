import { createPauses } from '@sluice/bounds'
import type { Document, WriteOperation } from '@sluice/store'
import type { WaitingStore } from '../ports/waiting-store.ts'
import type { createOwedWrites } from './owed-writes.ts'
import type { UnreadableDocument } from './unreadable-document.ts'
import { createWriteBatcher } from './write-batcher.ts'

const RELEASE_MS = 250
/** How long what this process can do nothing about is left to others, and how much of it is remembered. */
const PASSED_OVER = { max: 200, forMs: 300_000 }

type ClaimReturnsDependencies = {
  /** The store's time in so many ms. */
  after(ms: number): Date
  /** Called for what waits and can't be read, when it is met first. */
  tell(unreadable: UnreadableDocument): void
}

/** `found`: the rows as they were before the claim, with their `dueAt`. */
type UnreadableClaim = { token: string; found: readonly Document[] }

/**
 * Gives claims back of which nothing was begun, now or when the store answers again. What this process can do nothing about is
 * remembered for some minutes, so that it leaves it to others: that is no field of the row, which whoever can read it may claim
 * at once. Where more is passed over than is remembered, it comes again sooner, and behind what is due then.
 */
export function createClaimReturns(
  owed: Pick<ReturnType<typeof createOwedWrites>, 'writeNowOrLater'>,
  { after, tell }: ClaimReturnsDependencies,
) {
  const passedOver = createPauses<unknown>(PASSED_OVER)
  const unclaim = (dueAt = after(RELEASE_MS)) => ({ $set: { token: null, dueAt }, $inc: { claims: -1 } })
  // What was claimed together for a target that hangs is given back together.
  const together = createWriteBatcher<WriteOperation, true>(async writes => {
    await owed.writeNowOrLater(writes)
    return writes.map(() => ({ status: 'fulfilled', value: true }))
  })
  const giveBack = async (write: WriteOperation): Promise<void> => void (await together.write(write))
  const returns: Pick<WaitingStore, 'release' | 'passOver'> = {
    async release({ _id, token }, reason) {
      const { $set, $inc } = unclaim()
      const update = { $set: { ...$set, ...(reason ? { reason, parkedAt: after(0) } : {}) }, $inc }
      await giveBack({ updateOne: { filter: { _id, token }, update } })
    },
    async passOver({ _id, token }) {
      passedOver.pause(_id)
      await giveBack({ updateOne: { filter: { _id, token }, update: unclaim() } })
    },
  }
  return {
    ...returns,
    unclaim,
    /** What a claim leaves out. */
    notPassedOver(): Document {
      const ids = passedOver.paused()
      return ids.length > 0 ? { _id: { $nin: ids } } : {}
    },
    /** Passes over what was claimed and can't be read. What was not due yet is due when it was. */
    async passOverUnreadable(
      unreadable: readonly UnreadableDocument[],
      { token, found }: UnreadableClaim,
    ): Promise<void> {
      if (unreadable.length === 0) return
      const dueTimes = new Map(found.map(({ _id, dueAt }) => [_id, dueAt]))
      const soon = after(RELEASE_MS)
      const writes = unreadable.map(({ id }): WriteOperation => {
        const due = dueTimes.get(id)
        const update = unclaim(due instanceof Date && due > soon ? due : soon)
        return { updateOne: { filter: { _id: id, token }, update } }
      })
      await owed.writeNowOrLater(writes)
      for (const one of unreadable) if (passedOver.pause(one.id)) tell(one)
    },
  }
}
