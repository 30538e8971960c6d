import { OCCURRENCE_NAMES } from '@sluice/predicate'
import type { Collection, Document, Store } from '@sluice/store'
import { z } from 'zod'
import type { ToldSubject } from '../domain/occurrence/telling.ts'
import type { ClaimedOccurrence, Occurrence, OccurrenceStore } from '../ports/occurrence-store.ts'
import { collectionsOf } from './collections.ts'
import { takenOf } from './taken.ts'

/** Who tells an occurrence has this long for it; then it is another one's. */
const CLAIM_MS = 60_000

/** Stands among the subjects, and is none. */
const TURN = 'turn'

const name = z.enum(OCCURRENCE_NAMES)
const occurrence = z.object({
  eventId: z.string(),
  name,
  at: z.number(),
  about: z.object({ webhookId: z.string().optional(), user: z.string().optional() }),
  body: z.string(),
  contact: z.array(z.string()),
})
const stamp = z.object({ sequence: z.number(), epoch: z.number(), audience: z.array(z.string()) })

/** `owing`: what is to be told; `claimedUntil`: until when somebody tells it (epoch ms). */
const subjectRow = z.object({
  _id: z.string(),
  state: z.enum(['failing', 'disabling', 'held-back', 'disabled', 'expiring', 'leaked', 'used-up', 'near', 'well']),
  since: z.number(),
  toldAt: z.number(),
  toldNames: z.array(z.object({ name, at: z.number() })),
  revision: z.int(),
  owing: occurrence.nullable(),
  stamp: stamp.nullable(),
  claimedUntil: z.number(),
})
type SubjectRow = z.infer<typeof subjectRow>

/**
 * Subjects on the document store, one document each: what was told and what is to be told are one write under the condition
 * of the state before, so that no two processes tell the same, and none that is killed has told it to nobody.
 */
export function documentOccurrenceStore({ store, db }: { store: Store; db: string }): OccurrenceStore {
  const subjects = store.collection(collectionsOf(db).occurrences)
  let isTurnKept = false

  return {
    async read(ids) {
      const rows = readRows(ids.length > 0 ? await subjects.find({ _id: { $in: [...ids] } }) : [])
      return new Map(rows.map(row => [row._id, toSubject(row)]))
    },

    async unwell({ prefix, after, limit }) {
      const from = after > prefix ? { $gt: after } : { $gte: prefix }
      const filter = { _id: { ...from, $lt: `${prefix}\u{10ffff}` }, state: { $ne: 'well' } }
      return readRows(await subjects.find(filter, { sort: { _id: 1 }, limit })).map(toSubject)
    },

    async put({ _id, toldNames, ...next }, told) {
      const names = Object.entries(toldNames).map(([each, at]) => ({ name: each, at }))
      const row = { ...next, toldNames: names, owing: told ? toOwing(told) : null, stamp: null, claimedUntil: 0 }
      if (next.revision > 1) {
        const before = { _id, revision: next.revision - 1, owing: null }
        return (await subjects.updateOne(before, { $set: row })).matched > 0
      }
      const first = { _id, ...row }
      return takenOf(await subjects.insertMany([first], { ordered: false }), [first]).length === 0
    },

    async claim(now, limit) {
      const filter = { 'owing.at': { $gt: 0 }, ...isOver('claimedUntil', { now, until: now + CLAIM_MS }) }
      // By turns: what can't be told for long keeps nothing else from being told.
      const rows = readRows(await subjects.find(filter, { sort: { claimedUntil: 1, _id: 1 }, limit }))
      const claimed: ClaimedOccurrence[] = []
      for (const row of rows) claimed.push(...(await claimOne(subjects, row, now)))
      return claimed
    },

    async stamp({ subject, revision }, given) {
      const filter = { _id: subject, revision, stamp: null }
      await subjects.updateOne(filter, { $set: { stamp: { ...given, audience: [...given.audience] } } })
      const [row] = readRows(await subjects.find({ _id: subject, revision }))
      return row?.stamp ?? undefined
    },

    async settle({ subject, occurrence: { eventId } }) {
      const told = { $set: { owing: null, stamp: null, claimedUntil: 0 }, $inc: { revision: 1 } }
      await subjects.updateOne({ _id: subject, 'owing.eventId': eventId }, told)
    },

    async takeTurn({ now, until }) {
      const { matched } = await subjects.updateOne(
        { _id: TURN, ...isOver('until', { now, until }) },
        { $set: { until } },
      )
      if (matched > 0) return true
      if (isTurnKept) return false
      isTurnKept = true
      const first = { _id: TURN, until }
      return takenOf(await subjects.insertMany([first], { ordered: false }), [first]).length === 0
    },

    async forgetBefore(moment) {
      await subjects.deleteMany({ state: { $in: ['well', 'leaked'] }, owing: null, toldAt: { $lt: moment.getTime() } })
    },
  }
}

/** @returns nothing where somebody else was faster */
async function claimOne(subjects: Collection, row: SubjectRow, now: number): Promise<ClaimedOccurrence[]> {
  const { _id, revision, owing } = row
  if (!owing) return []
  const taken = { $set: { claimedUntil: now + CLAIM_MS, revision: revision + 1 } }
  const { matched } = await subjects.updateOne({ _id, revision }, taken)
  if (matched === 0) return []
  return [{ subject: _id, occurrence: owing, stamp: row.stamp ?? undefined, revision: revision + 1 }]
}

/** Whether what lasts until `until` from now on is over; also where it was written by a clock that was ahead. */
const isOver = (field: string, { now, until }: { now: number; until: number }): Document => ({
  $or: [{ [field]: { $lte: now } }, { [field]: { $gt: 2 * until - now } }],
})

/** What is to be told is found by it, and of a day by its subject. */
export async function createOccurrenceIndexes(store: Store, db: string): Promise<void> {
  const names = collectionsOf(db)
  await store.collection(names.occurrences).createIndex({ 'owing.at': 1 })
  await store.collection(names.lastEnds).createIndex({ isSuccess: 1, _id: 1 })
}

const toOwing = ({ about, contact, ...told }: Occurrence) => ({
  ...told,
  about: Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined)),
  contact: [...contact],
})

const readRows = (found: readonly Document[]): SubjectRow[] =>
  found.flatMap(document => subjectRow.safeParse(document).data ?? [])

const toSubject = ({ owing, stamp: _, claimedUntil: __, toldNames, ...row }: SubjectRow): ToldSubject => ({
  ...row,
  toldNames: Object.fromEntries(toldNames.map(({ name: each, at }) => [each, at])),
  isOwing: owing !== null,
})
