import { join } from 'node:path'
import type { Collection, Document, Store } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { z } from 'zod'

const DB = 'sluice'
const HOUR_MS = 3_600_000
const HOUR_DIGITS = 10

const toldSubject = z.looseObject({
  since: z.number(),
  toldAt: z.number(),
  toldNames: z.array(z.looseObject({ at: z.number() })),
})

/**
 * Makes webhooks, what was counted of them and what was told of them older by so many hours, as if these had passed since.
 * The log stays as it is. No dispatcher may run.
 */
export async function ageWebhooks(store: Store, hours: number): Promise<void> {
  const named = (collection: string) => store.collection({ db: DB, collection })
  const ms = hours * HOUR_MS
  for (const name of ['webhookHours', 'webhookMinutes']) await ageCounts(named(name), ms)
  await named('webhookLastEnds').updateMany({}, { $inc: { at: -ms, since: -ms } })
  await replaceAll(named('webhookOccurrences'), subject => agedSubject(subject, ms))
  await replaceAll(named('webhooks'), webhook => agedWebhook(webhook, ms))
  await replaceAll(named('webhookVersions'), version => ({
    ...version,
    webhook: agedWebhook(z.looseObject({}).parse(version.webhook), ms),
  }))
}

/** The same of the store in the directory of a Sluice that does not run. */
export async function ageDirectory(directory: string, hours: number): Promise<void> {
  const store = await openSqliteStore({ path: join(directory, 'store.sqlite') })
  await ageWebhooks(store, hours)
  await store.close()
}

/** Their ids begin with the hour (`yyyymmddhh`). */
async function ageCounts(counts: Collection, ms: number): Promise<void> {
  const found = await counts.find({})
  await counts.deleteMany({})
  if (found.length > 0) await counts.insertMany(found.map(count => ({ ...count, _id: agedId(String(count._id), ms) })))
}

function agedId(id: string, ms: number): string {
  const [year, month, day, hour] = [id.slice(0, 4), id.slice(4, 6), id.slice(6, 8), id.slice(8, HOUR_DIGITS)]
  const at = new Date(Date.parse(`${year}-${month}-${day}T${hour}:00:00Z`) - ms)
  return at.toISOString().replaceAll(/[-T]/g, '').slice(0, HOUR_DIGITS) + id.slice(HOUR_DIGITS)
}

/** Whose turn it is to look stands among the subjects, and is none. */
function agedSubject(subject: Document, ms: number): Document {
  const told = toldSubject.safeParse(subject).data
  if (!told) return subject
  const { since, toldAt, toldNames } = told
  const agedNames = toldNames.map(one => ({ ...one, at: one.at - ms }))
  return { ...told, since: since - ms, toldAt: toldAt - ms, toldNames: agedNames }
}

const agedWebhook = (webhook: Document, ms: number): Document => ({
  ...webhook,
  createdAt: new Date(z.date().parse(webhook.createdAt).getTime() - ms),
})

async function replaceAll(collection: Collection, age: (document: Document) => Document): Promise<void> {
  for (const document of await collection.find({})) await collection.replaceOne({ _id: document._id }, age(document))
}
