import type { Store } from '@sluice/store'
import { z } from 'zod'
import { processPlace } from '../claimant/process-place.ts'
import type { ClaimantStore } from '../ports/claimant-store.ts'
import { collectionsOf } from './collections.ts'

const MAX_FORMER = 20

const claimantRow = z.object({
  _id: z.string(),
  boot: z.string(),
  at: z.date(),
  hasEnded: z.boolean(),
  place: processPlace.nullable(),
  former: z.array(z.string()),
})

/** Names of claimants and who bears them on the document store. */
export function documentClaimantStore({ store, db }: { store: Store; db: string }): ClaimantStore {
  const claimants = store.collection(collectionsOf(db).claimants)
  return {
    async find(name) {
      const found = await claimants.findOne({ _id: name })
      if (!found) return undefined
      const { boot, at, hasEnded, place, former } = claimantRow.parse(found)
      return { boot, at, hasEnded, place: place ?? undefined, former }
    },
    async take(name, { boot, at, place }, holder) {
      const former = holder ? [holder.boot, ...holder.former].slice(0, MAX_FORMER) : []
      const mark = { boot, at, place: place ?? null, hasEnded: false, former }
      if (!holder) return (await claimants.insertMany([{ _id: name, ...mark }])).inserted > 0
      const seen = { _id: name, boot: holder.boot, at: holder.at }
      return (await claimants.updateOne(seen, { $set: mark })).matched > 0
    },
    async beat({ name, boot }, at) {
      return (await claimants.updateOne({ _id: name, boot }, { $set: { at } })).matched > 0
    },
    async end({ name, boot }) {
      await claimants.updateOne({ _id: name, boot }, { $set: { hasEnded: true } })
    },
    async forgetBefore(moment) {
      await claimants.deleteMany({ at: { $lt: moment } })
    },
  }
}
