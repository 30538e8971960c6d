import { context, SpanKind, trace } from '@opentelemetry/api'
import type { Collection, Namespace, Store } from '@sluice/store'
import { failSpan } from './spans.ts'

/** A store whose queries and writes are spans of the work that they are done for, where that is recorded. */
export const traceStore = (store: Store): Store => ({
  ...store,
  collection: namespace => traceCollection(store.collection(namespace), namespace),
  transaction: work =>
    store.transaction(transaction =>
      work({ collection: namespace => traceCollection(transaction.collection(namespace), namespace) }),
    ),
})

function traceCollection(collection: Collection, namespace: Namespace): Collection {
  const traced =
    <A extends unknown[], R>(operation: string, run: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      trace.getActiveSpan() ? asSpan(operation, namespace, () => run(...args)) : run(...args)
  return {
    ...collection,
    find: traced('find', collection.find),
    findRaw: traced('find', collection.findRaw),
    findOne: traced('findOne', collection.findOne),
    count: traced('count', collection.count),
    aggregate: traced('aggregate', collection.aggregate),
    aggregateRaw: traced('aggregate', collection.aggregateRaw),
    insertOne: traced('insertOne', collection.insertOne),
    insertMany: traced('insertMany', collection.insertMany),
    updateOne: traced('updateOne', collection.updateOne),
    updateMany: traced('updateMany', collection.updateMany),
    setEach: traced('updateMany', collection.setEach),
    replaceOne: traced('replaceOne', collection.replaceOne),
    deleteOne: traced('deleteOne', collection.deleteOne),
    deleteMany: traced('deleteMany', collection.deleteMany),
    findOneAndUpdate: traced('findOneAndUpdate', collection.findOneAndUpdate),
    findOneAndReplace: traced('findOneAndReplace', collection.findOneAndReplace),
    findOneAndDelete: traced('findOneAndDelete', collection.findOneAndDelete),
    bulkWrite: traced('bulkWrite', collection.bulkWrite),
  }
}

async function asSpan<R>(operation: string, { db, collection }: Namespace, run: () => Promise<R>): Promise<R> {
  const attributes = { 'db.namespace': db, 'db.collection.name': collection, 'db.operation.name': operation }
  const options = { kind: SpanKind.CLIENT, attributes }
  const span = trace.getTracer('sluice').startSpan(`${operation} ${collection}`, options, context.active())
  try {
    return await run()
  } catch (error) {
    failSpan(span, error instanceof Error ? error.name : 'unknown')
    throw error
  } finally {
    span.end()
  }
}
