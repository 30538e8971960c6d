import { randomUUID } from 'node:crypto'
import type { ChangeLog } from '@sluice/change-log'
import type { Collection, Document, Store, WriteOperation } from '@sluice/store'
import { z } from 'zod'
import { type WaitingReason, waitingReasons } from '../domain/delivery-life.ts'
import { toClaimToken } from '../domain/execution/claimant.ts'
import { attemptNote, executionRow } from '../domain/execution/execution.ts'
import { firstIdAt } from '../domain/execution/execution-id.ts'
import type { ClaimedDelivery, Lane, WaitingStore } from '../ports/waiting-store.ts'
import { createClaimReturns } from './claim-returns.ts'
import { collectionsOf } from './collections.ts'
import { createOwedWrites } from './owed-writes.ts'
import { outcomesOf } from './taken.ts'
import { describeUnreadable, type UnreadableDocument } from './unreadable-document.ts'
import { createWriteBatcher } from './write-batcher.ts'

const LEASE_MS = 45_000
const MAX_WAITING_PER_WEBHOOK = 100_000
const MAX_BATCH = 200
const COUNT_EVERY_MS = 10_000
/** No delivery is refused by an older count. */
const REFUSE_WITHIN_MS = 1_000
const MAX_COUNTS = 10_000

/** `claims`: how many there were for this attempt. `parkedAt`: since when it waits for its reason. */
const waitingRow = z.object({
  _id: z.string(),
  webhookId: z.string(),
  versionFrom: z.int(),
  target: z.string(),
  reason: z.enum(waitingReasons),
  dueAt: z.date(),
  body: z.string().optional(),
  isJson: z.boolean().nullable(),
  subject: z.string().optional(),
  attempt: z.int(),
  attempts: z.array(attemptNote),
  isUncertain: z.boolean(),
  chain: z.array(z.string()),
  opening: executionRow.optional(),
  token: z.string(),
  claims: z.int(),
})
const lane = z.object({ webhookId: z.string(), target: z.string() })
const sinceWhen = z.object({ parkedAt: z.date() })

type Dependencies = {
  store: Store
  changes: Pick<ChangeLog, 'storeTime' | 'confirmTime'>
  db: string
  /** Names the process whose claims these are. */
  claimant(): string
  /** How many may wait for one webhook. */
  maxWaiting?: number
  /** Called for what waits and can't be read, when it is met first. */
  tell?(unreadable: UnreadableDocument): void
}

/** Waiting deliveries on the document store. Needs the indexes of `createWaitingIndexes`. */
export function documentWaitingStore({
  store,
  changes,
  db,
  claimant,
  maxWaiting,
  tell = () => {},
}: Dependencies): WaitingStore {
  const waiting = store.collection(collectionsOf(db).waiting)
  const after = (ms: number) => new Date(changes.storeTime() + ms)
  return {
    ...addingOn(waiting, after, maxWaiting),
    ...claimingOn(waiting, { after, claimant, confirmTime: changes.confirmTime, tell }),
    ...lanesOn(waiting),
  }
}

type After = (ms: number) => Date
type HeldClaim = Parameters<WaitingStore['remove']>[0]

/** All tokens of a claimant: a `0` comes right after the `/`. */
const tokensOf = (claimant: string): Document => ({ token: { $gte: `${claimant}/`, $lt: `${claimant}0` } })

function addingOn(
  waiting: Collection,
  after: After,
  maxWaiting = MAX_WAITING_PER_WEBHOOK,
): Pick<WaitingStore, 'add' | 'has' | 'remove' | 'waitingIds' | 'heldSince' | 'heldBack'> {
  const backlog = countBacklogs(waiting, maxWaiting)
  const additions = createWriteBatcher<Document, true>(
    // What waits already is left as it is.
    async documents => outcomesOf(await waiting.insertMany(documents, { ordered: false }), documents),
    { maxBatch: MAX_BATCH },
  )
  const removals = createWriteBatcher<HeldClaim, true>(
    async held => {
      // What was claimed together is removed by one operation.
      const together = [...Map.groupBy(held, ({ token }) => token)]
      const operations = together.map(([token, some]): WriteOperation => {
        return { deleteMany: { filter: { _id: { $in: some.map(({ _id }) => _id) }, token } } }
      })
      const outcomes = outcomesOf(await waiting.bulkWrite(operations, { ordered: false }), together)
      const outcomeOf = new Map(together.map(([token], index) => [token, outcomes[index]]))
      return held.flatMap(({ token }) => outcomeOf.get(token) ?? [])
    },
    { maxBatch: MAX_BATCH },
  )

  async function heldSince(webhookId: string, reason: WaitingReason): Promise<Date | undefined> {
    const options = { sort: { parkedAt: 1 }, limit: 1, projection: { parkedAt: 1 } } as const
    const [first] = await waiting.find({ webhookId, reason }, options)
    return sinceWhen.safeParse(first).data?.parkedAt
  }

  return {
    async add(delivery) {
      if ((await backlog.countUp(delivery.webhookId)) > maxWaiting) return false
      const { body, subject, opening, ...fields } = delivery
      const texts = { ...(body === undefined ? {} : { body }), ...(subject === undefined ? {} : { subject }) }
      const optional = { ...texts, ...(opening ? { opening } : {}) }
      await additions.write({ ...fields, ...optional, parkedAt: after(0), token: null, claims: 0 })
      return true
    },

    has: async id => (await waiting.count({ _id: id }, { limit: 1 })) > 0,

    async remove({ _id, token }) {
      await removals.write({ _id, token })
    },

    async waitingIds(webhookIds, { from, to, limit }) {
      const ofThese = webhookIds ? { webhookId: { $in: [...webhookIds] } } : {}
      const filter = { ...ofThese, _id: { $gte: firstIdAt(from), $lt: firstIdAt(to) } }
      return (await waiting.find(filter, { limit, projection: { _id: 1 } })).map(({ _id }) => String(_id))
    },

    heldSince,

    async heldBack(webhookId, reason) {
      const since = await heldSince(webhookId, reason)
      return since && { since, waiting: await waiting.count({ webhookId, reason }, { limit: maxWaiting }) }
    },
  }
}

type ClaimWork = Required<Pick<Dependencies, 'claimant' | 'tell'>> & {
  after: After
  confirmTime: ChangeLog['confirmTime']
}

function claimingOn(
  waiting: Collection,
  { after, claimant, confirmTime, tell }: ClaimWork,
): Pick<WaitingStore, 'claim' | 'renew' | 'release' | 'releaseOf' | 'passOver' | 'waitForRetry'> {
  const owed = createOwedWrites(waiting)
  const returns = createClaimReturns(owed, { after, tell })
  return {
    release: returns.release,
    passOver: returns.passOver,

    async claim({ webhookId, target }, { limit, isDue }) {
      await confirmTime()
      await owed.settle()
      const isFree = { dueAt: { $lte: after(0) } }
      const isThere = isDue ? isFree : { $or: [{ token: null }, isFree] }
      const inLane = { webhookId, target, ...isThere, ...returns.notPassedOver() }
      const found = await waiting.find(inLane, { sort: { dueAt: 1 }, limit, projection: { dueAt: 1 } })
      if (found.length === 0) return []
      const token = toClaimToken(claimant(), randomUUID())
      const stillThere = { _id: { $in: found.map(({ _id }) => _id) }, ...isThere }
      try {
        await waiting.updateMany(stillThere, { $set: { token, dueAt: after(LEASE_MS) }, $inc: { claims: 1 } })
        const { claimed, unreadable } = readClaimed(await waiting.find({ token }))
        await returns.passOverUnreadable(unreadable, { token, found })
        return claimed
      } catch (error) {
        // Nobody knows what was claimed, and nothing of it was begun.
        owed.add({ updateMany: { filter: { token }, update: returns.unclaim() } })
        throw error
      }
    },

    async renew({ _id, token }) {
      await confirmTime()
      const { matched } = await waiting.updateOne({ _id, token }, { $set: { dueAt: after(LEASE_MS) } })
      return matched > 0
    },

    async releaseOf(claimants) {
      if (claimants.length === 0) return 0
      const free = { $set: { token: null, dueAt: after(0) } }
      return (await waiting.updateMany({ $or: claimants.map(tokensOf) }, free)).matched
    },

    async waitForRetry({ _id, token, isUncertain }, next) {
      const waits = { ...next, isUncertain, reason: 'retry' satisfies WaitingReason, parkedAt: after(0) }
      const { matched } = await waiting.updateOne({ _id, token }, { $set: { token: null, claims: 0, ...waits } })
      return matched > 0
    },
  }
}

/** A claim that was not given back may have been the beginning of an attempt, and counts as one. */
function readClaimed(documents: readonly Document[]): { claimed: ClaimedDelivery[]; unreadable: UnreadableDocument[] } {
  const claimed: ClaimedDelivery[] = []
  const unreadable: UnreadableDocument[] = []
  for (const document of documents) {
    const parsed = waitingRow.safeParse(document)
    if (!parsed.success) {
      unreadable.push(describeUnreadable(document, parsed.error))
      continue
    }
    const { claims, ...row } = parsed.data
    const brokenOff = claims - 1
    claimed.push({ ...row, attempt: row.attempt + brokenOff, isUncertain: row.isUncertain || brokenOff > 0 })
  }
  return { claimed, unreadable }
}

/** One look into the index for each lane, however many wait in it. */
function lanesOn(waiting: Collection): Pick<WaitingStore, 'lanes'> {
  const first = async (filter: Document): Promise<Lane | undefined> => {
    const options = { sort: { webhookId: 1, target: 1 }, limit: 1, projection: { webhookId: 1, target: 1 } } as const
    return lane.safeParse((await waiting.find(filter, options))[0]).data
  }
  return {
    async lanes({ webhookId, target }, limit) {
      const found: Lane[] = []
      let last: Lane = { webhookId, target }
      while (found.length < limit) {
        const ofSame: Document = { webhookId: last.webhookId, target: { $gt: last.target } }
        // What has no target is in no lane, and ends none.
        const ofNext: Document = { webhookId: { $gt: last.webhookId }, target: { $gte: '' } }
        const isStart = last.webhookId === ''
        const next = (isStart ? undefined : await first(ofSame)) ?? (await first(ofNext))
        if (!next) return found
        found.push(next)
        last = next
      }
      return found
    },
  }
}

/** How many wait for each webhook: counted in the store now and then, and here in between. */
function countBacklogs(waiting: Collection, maxWaiting: number) {
  const counts = new Map<string, { at: number; count: number }>()
  const isRecent = ({ at, count }: { at: number; count: number }) =>
    performance.now() - at < (count < maxWaiting ? COUNT_EVERY_MS : REFUSE_WITHIN_MS)

  return {
    /** @returns about how many wait with this one; more than may wait only where the store said so within the last second */
    async countUp(webhookId: string): Promise<number> {
      const known = counts.get(webhookId)
      if (known && isRecent(known)) {
        known.count += 1
        return known.count
      }
      if (counts.size >= MAX_COUNTS) counts.clear()
      const entry = { at: performance.now(), count: 1 }
      counts.set(webhookId, entry)
      entry.count += await waiting.count({ webhookId }, { limit: maxWaiting })
      return entry.count
    },
  }
}

/** Has to be done once before the waiting store is used; does nothing when they are there. */
export async function createWaitingIndexes(store: Store, db: string): Promise<void> {
  const waiting = store.collection(collectionsOf(db).waiting)
  await waiting.createIndex({ webhookId: 1, target: 1, dueAt: 1 })
  await waiting.createIndex({ webhookId: 1, reason: 1, parkedAt: 1 })
  await waiting.createIndex({ token: 1 })
}
