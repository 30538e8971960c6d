import { auditLine, writeAuditLine } from '@sluice/service-kit'
import type { Document, Store } from '@sluice/store'
import { z } from 'zod'
import { approximateBytes } from '../../domain/execution/approximate-bytes.ts'
import { dayOf, hourOfId } from '../../domain/execution/execution-id.ts'
import type { LogStore } from '../../ports/log-store.ts'
import { collectionsOf, dayOfCollection, isOfExecutions } from '../collections.ts'
import { takenOf } from '../taken.ts'
import type { EventBudget } from './event-budget.ts'
import { eventReader } from './event-reader.ts'
import { createExecutionIndexes } from './execution-reader.ts'
import { packWhole } from './stored-event.ts'
import { unpackExecution } from './stored-execution.ts'

const MOVED_AT_ONCE = 100

const logClear = z.object({ upTo: z.number() })

type Dependencies = { store: Store; db: string; budget?: EventBudget | undefined }

/** What ends entries of the log: the owner, or time. */
export function logRetention(
  backing: Dependencies,
): Pick<LogStore, 'clear' | 'clearedUpTo' | 'clearsOf' | 'forgetDaysBefore' | 'indexDays'> {
  const { store, db, budget } = backing
  const clears = store.collection(collectionsOf(db).logClears)
  return {
    async clear(webhookId, upTo, occasion) {
      const line = auditLine(occasion, { action: 'webhook.log-cleared', subject: webhookId })
      await store.transaction(async transaction => {
        const inside = transaction.collection(collectionsOf(db).logClears)
        await inside.replaceOne({ _id: webhookId }, { _id: webhookId, upTo }, { upsert: true })
        await writeAuditLine(transaction, db, line)
      })
    },
    clearedUpTo: async webhookId => logClear.safeParse(await clears.findOne({ _id: webhookId })).data?.upTo ?? 0,
    async clearsOf(webhookIds) {
      const found = await clears.find({ _id: { $in: [...webhookIds] } })
      return new Map(
        found.flatMap(document => {
          const { data } = logClear.extend({ _id: z.string() }).safeParse(document)
          return data ? [[data._id, data.upTo] as const] : []
        }),
      )
    },
    async indexDays() {
      for (const collection of await store.listCollections(db)) {
        if (isOfExecutions(collection)) await createExecutionIndexes(store.collection({ db, collection }))
      }
    },
    async forgetDaysBefore(moment, failedBefore = moment) {
      const first = dayOf(moment.getTime())
      const firstFailed = dayOf(failedBefore.getTime())
      const named = (await store.listCollections(db)).flatMap(collection => {
        const bucket = dayOfCollection(collection)
        return bucket && bucket.day < (bucket.isKept ? firstFailed : first) ? [{ ...bucket, collection }] : []
      })
      for (const [day, collections] of Map.groupBy(named, bucket => bucket.day)) {
        const kept = day < firstFailed ? new Map<string, number>() : await moveFailed(day, backing)
        for (const { collection } of collections) await store.dropCollection({ db, collection })
        await budget?.forgetDay(day)
        for (const [hour, keptBytes] of kept) budget?.count(hour, { keptBytes })
      }
    },
  }
}

/**
 * Copies what has failed of a day to collections of their own, each event whole, so that the day can be dropped. Begins
 * again where it was interrupted. @returns the bytes that it takes, by hour
 */
async function moveFailed(day: string, { store, db }: Dependencies): Promise<Map<string, number>> {
  const names = collectionsOf(db)
  const { events } = eventReader({ store, db })
  const bytes = new Map<string, number>()
  const copy = async (collection: string, rows: readonly (Document & { _id: string })[], hours: readonly string[]) => {
    takenOf(await store.collection({ db, collection }).insertMany(rows, { ordered: false }), rows)
    rows.forEach((row, index) => {
      const hour = hours[index] ?? ''
      bytes.set(hour, (bytes.get(hour) ?? 0) + approximateBytes(row))
    })
  }
  const failed = store.collection(names.executions(day)).scan({ status: 'failed' }, { batchSize: MOVED_AT_ONCE })
  const { collection: executionsName } = names.failedExecutions(day)
  const { collection: eventsName } = names.failedEvents(day)
  await createExecutionIndexes(store.collection(names.failedExecutions(day)))
  for await (const found of failed) {
    const readable = found.flatMap(document => {
      const row = unpackExecution(document)
      return row ? [{ document: { ...document, _id: row._id }, eventId: row.eventId }] : []
    })
    const ids = [...new Set(readable.map(({ eventId }) => eventId))]
    const whole = await events(day, ids, { hasBodies: true })
    await copy(
      eventsName,
      whole.map(packWhole),
      whole.map(({ _id }) => hourOfId(_id)),
    )
    await copy(
      executionsName,
      readable.map(({ document }) => document),
      readable.map(({ eventId }) => hourOfId(eventId)),
    )
  }
  return bytes
}
