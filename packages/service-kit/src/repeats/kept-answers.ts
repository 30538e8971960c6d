import { type Collection, type Document, DuplicateKeyError, type Store, type StoreTransaction } from '@sluice/store'
import { z } from 'zod'

/** What is kept of requests that came with an Idempotency-Key. Not reachable by any path. */
const KEPT_ANSWERS_COLLECTION = '_keptAnswers'

const DAY_MS = 86_400_000
/** A process that has not written for so long after its claim has died, or will find its claim gone. */
const CLAIM_MS = 15_000
/** Kept answers of one user, and of all. */
const MAX_OF_USER = 100_000
const MAX_OF_ALL = 1_000_000
/** Where there are too many, so much is left, so that it is not to be done again at once. */
const LEFT_SHARE = 0.9

/**
 * One request. `open`: a process is at it, until `until`; `sealed` is what it has written of a list by then. `done`: it has
 * written, in the transaction in which this was noted; `sealed` is what it came to.
 */
const keptAnswer = z.object({
  _id: z.string(),
  /** Whose it is. */
  user: z.string(),
  /** Which request it is, sealed: a body that can be guessed has to be tried out by nobody. */
  content: z.string(),
  /** Who is at it. */
  token: z.string(),
  /** The id of the request that is at it, or that has written. */
  first: z.string(),
  state: z.enum(['open', 'done']),
  until: z.date(),
  expiresAt: z.date(),
  sealed: z.string().optional(),
})
export type KeptAnswer = z.infer<typeof keptAnswer>

/** The one who is to write, as it stands in the record. */
export type AnswerClaimant = Pick<KeptAnswer, '_id' | 'user' | 'content' | 'token' | 'first'>

/** Whether a record is of the same request, by its query and body. */
type IsSame = (record: KeptAnswer) => boolean

/** Somebody else is at this request by now. What was being written is rolled back. */
export class LostClaimError extends Error {
  override name = 'LostClaimError'
}

/** What is found where a claim is put. */
export type ClaimOutcome = { kind: 'claimed'; before: KeptAnswer | undefined } | { kind: 'there'; record: KeptAnswer }

/** The records of requests, in the store alone: nothing is decided by what a process remembers. */
export type KeptAnswers = ReturnType<typeof createKeptAnswers>

type KeptAnswersDependencies = { store: Store; db: string; now: () => number }

const MAX_TRIES = 5

export function createKeptAnswers({ store, db, now }: KeptAnswersDependencies) {
  const namespace = { db, collection: KEPT_ANSWERS_COLLECTION }
  const records = store.collection(namespace)
  const openedBy = ({ _id, token }: Pick<KeptAnswer, '_id' | 'token'>) => ({ _id, token, state: 'open' })

  /** A record that is over is taken as one that is gone; one that nobody is at any more is taken over. */
  async function takeOver(
    found: KeptAnswer,
    claimant: AnswerClaimant,
    isSame: IsSame,
  ): Promise<ClaimOutcome | undefined> {
    const at = now()
    if (found.expiresAt.getTime() <= at) {
      await records.deleteOne({ _id: found._id, token: found.token, expiresAt: found.expiresAt })
      return undefined
    }
    const isTaken = found.state === 'done' || found.until.getTime() > at || !isSame(found)
    if (isTaken) return { kind: 'there', record: found }
    const { token, first } = claimant
    const $set = { token, first, until: new Date(at + CLAIM_MS) }
    const taken = await records.findOneAndUpdate(openedBy(found), { $set })
    return taken && { kind: 'claimed', before: found }
  }

  /** Writes to the record in the transaction of the write itself. @throws LostClaimError */
  async function update(inside: StoreTransaction, claimant: AnswerClaimant, $set: Document): Promise<void> {
    const { matched } = await inside.collection(namespace).updateOne(openedBy(claimant), { $set })
    if (matched === 0) throw new LostClaimError('Another request has taken this one over.')
  }

  return {
    async open(): Promise<void> {
      await records.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 })
      await records.createIndex({ user: 1, expiresAt: 1 })
    },

    /** Puts a claim where there is none, or one whose process is gone. */
    async claim(claimant: AnswerClaimant, isSame: IsSame): Promise<ClaimOutcome> {
      for (let tried = 1; ; tried += 1) {
        if (await insert(records, openRecord(claimant, now()))) return { kind: 'claimed', before: undefined }
        // What is read has to be what stays: an answer is given by it.
        const found = await records.findOne({ _id: claimant._id }, { linearizable: true })
        const outcome = found && (await takeOver(keptAnswer.parse(found), claimant, isSame))
        if (outcome) return outcome
        if (tried === MAX_TRIES) throw new LostClaimError('Others begin and end this request all the time.')
      }
    },

    /** Notes what a request has come to. @throws LostClaimError */
    settle: (inside: StoreTransaction, claimant: AnswerClaimant, sealed: string) =>
      update(inside, claimant, { state: 'done', sealed }),

    /** Notes what of a list is written, and that the claimant is alive. @throws LostClaimError */
    note: (inside: StoreTransaction, claimant: AnswerClaimant, sealed: string) =>
      update(inside, claimant, { sealed, until: new Date(now() + CLAIM_MS) }),

    /** Takes away the claim of a request that has written nothing; what was written stays noted, for the next one to go on. */
    async release(claimant: AnswerClaimant): Promise<void> {
      const gone = await records.deleteOne({ ...openedBy(claimant), sealed: { $exists: false } })
      if (gone === 0) await records.updateOne(openedBy(claimant), { $set: { until: new Date(0) } })
    },

    /** Takes away all that is kept for a user, so that another one of that name finds nothing. */
    async forgetUser(user: string): Promise<void> {
      await records.deleteMany({ user })
    },

    /** Drops the oldest where a user, or all together, have too many. @returns how many were dropped */
    async trim(user: string): Promise<number> {
      const isOver = (await records.count({ user }, { limit: MAX_OF_USER + 1 })) > MAX_OF_USER
      const own = isOver ? await dropBeyond(records, { user }, MAX_OF_USER) : 0
      const isFull = (await records.estimatedCount()) > MAX_OF_ALL
      return own + (isFull ? await dropBeyond(records, {}, MAX_OF_ALL) : 0)
    },
  }
}

const openRecord = (claimant: AnswerClaimant, at: number): KeptAnswer => ({
  ...claimant,
  state: 'open',
  until: new Date(at + CLAIM_MS),
  expiresAt: new Date(at + DAY_MS),
})

async function insert(records: Collection, record: KeptAnswer): Promise<boolean> {
  try {
    await records.insertOne(record)
    return true
  } catch (error) {
    if (error instanceof DuplicateKeyError) return false
    throw error
  }
}

async function dropBeyond(records: Collection, filter: Document, most: number): Promise<number> {
  const newest = { sort: { expiresAt: -1 }, skip: Math.floor(most * LEFT_SHARE), limit: 1 } as const
  const [last] = await records.find(filter, { ...newest, projection: { expiresAt: 1 } })
  return last ? records.deleteMany({ ...filter, state: 'done', expiresAt: { $lte: last.expiresAt } }) : 0
}
