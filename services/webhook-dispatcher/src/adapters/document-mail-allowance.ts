import type { Store } from '@sluice/store'
import { z } from 'zod'
import { dayOf } from '../domain/execution/execution-id.ts'
import { allowanceState } from '../domain/execution/mail-allowance.ts'
import type { MailAllowance, Reservation } from '../ports/mail-allowance.ts'
import { collectionsOf } from './collections.ts'
import { takenOf } from './taken.ts'

type Dependencies = {
  store: Store
  db: string
  limit: number
  now: () => Date
  /** The mails that are counted: by default those of webhooks. */
  of?: 'webhooks' | 'contacts'
}

/** A delivery can come again for as long as the bus keeps its event. */
const KEPT_DAYS = 8
const DAY_MS = 24 * 3_600_000

/** A day (`yyyymmdd`): how many recipients, and of which deliveries. No more deliveries than the limit has recipients. */
const dayRow = z.object({ _id: z.string(), used: z.number(), deliveries: z.record(z.string(), z.number()) })

/**
 * The allowance on the document store: one document a day, changed under the condition that there is room and that this
 * delivery is not in it, so that no two processes ever count past the limit together.
 */
export function documentMailAllowance({ store, db, limit, now, of = 'webhooks' }: Dependencies): MailAllowance {
  const { mailAllowance, contactAllowance } = collectionsOf(db)
  const days = store.collection(of === 'webhooks' ? mailAllowance : contactAllowance)

  async function readDay(day: string) {
    return dayRow.safeParse(await days.findOne({ _id: day })).data ?? { used: 0, deliveries: {} }
  }

  /** The day is there when it resolves. With a new one, what is too old goes. */
  async function openDay(day: string, at: Date): Promise<void> {
    const row = { _id: day, used: 0, deliveries: {} }
    const isThere = takenOf(await days.insertMany([row], { ordered: false }), [row]).length > 0
    if (!isThere) await days.deleteMany({ _id: { $lt: dayOf(at.getTime() - KEPT_DAYS * DAY_MS) } })
  }

  /** The one step that counts: it has no effect where there is no room, or the delivery is in it. */
  async function take(day: string, id: string, recipients: number): Promise<boolean> {
    const hasRoom = { _id: day, used: { $lte: limit - recipients }, [`deliveries.${id}`]: { $exists: false } }
    const put = { $inc: { used: recipients }, $set: { [`deliveries.${id}`]: recipients } }
    return (await days.updateOne(hasRoom, put)).matched > 0
  }

  const isHeld = async (id: string) => (await days.count({ [`deliveries.${id}`]: { $exists: true } }, { limit: 1 })) > 0

  return {
    async reserve(id, recipients): Promise<Reservation> {
      const at = now()
      const day = dayOf(at.getTime())
      if (await isHeld(id)) return { kind: 'held' }
      if (await take(day, id, recipients)) return { kind: 'reserved' }
      // That there was no room means something only where there was a day.
      await openDay(day, at)
      if (await take(day, id, recipients)) return { kind: 'reserved' }
      const { used, deliveries } = await readDay(day)
      return Object.hasOwn(deliveries, id)
        ? { kind: 'held' }
        : { kind: 'reached', state: allowanceState(limit, used, at) }
    },

    async release(id) {
      const found = dayRow.safeParse(await days.findOne({ [`deliveries.${id}`]: { $exists: true } })).data
      const recipients = found?.deliveries[id]
      if (!found || recipients === undefined) return
      // Under the same condition, so that what was given back already is not given back twice.
      const isStill = { _id: found._id, [`deliveries.${id}`]: recipients }
      await days.updateOne(isStill, { $inc: { used: -recipients }, $unset: { [`deliveries.${id}`]: '' } })
    },

    async today() {
      const at = now()
      return allowanceState(limit, (await readDay(dayOf(at.getTime()))).used, at)
    },
  }
}
