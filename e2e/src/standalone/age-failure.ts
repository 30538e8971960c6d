import { join } from 'node:path'
import type { Document } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'

const DAY_MS = 86_400_000
const DB = 'sluice'

/** Makes a webhook and its failure older than they are, as time alone can. @param directory of a Sluice that does not run */
export async function ageFailure(directory: string, id: string, days: number): Promise<void> {
  const store = await openSqliteStore({ path: join(directory, 'store.sqlite') })
  const webhooks = store.collection({ db: DB, collection: 'webhooks' })
  const ends = store.collection({ db: DB, collection: 'webhookLastEnds' })
  const earlier = days * DAY_MS
  await webhooks.updateOne({ _id: id }, { $set: datesBefore(await webhooks.findOne({ _id: id }), earlier) })
  await ends.updateOne({ _id: id }, { $inc: { since: -earlier } })
  await store.close()
}

const datesBefore = (document: Document | null | undefined, earlierMs: number): Document =>
  Object.fromEntries(
    Object.entries(document ?? {}).flatMap(([name, value]) =>
      value instanceof Date ? [[name, new Date(value.getTime() - earlierMs)]] : [],
    ),
  )
