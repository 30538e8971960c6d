import type { ChangeLog } from '@sluice/change-log'
import type { Collection, Document, Namespace, Store, StoreTransaction } from '@sluice/store'
import { etagOf, parseAppId, uriOf } from '../domain/app-identity.ts'
import { quotePattern } from '../domain/hole-values.ts'
import type { AppId, AppRecord, AppStore, WriteOutcome } from '../ports.ts'
import { appDocuments } from './app-documents.ts'
import { appHistory } from './app-history.ts'

type Backing = { store: Store; changes: ChangeLog; db: string }

export const appsNamespace = (db: string): Namespace => ({ db, collection: 'gql-apps' })

/** App documents on the document store; writes go through the change log, which makes those of one topic serial. */
export function documentAppStore({ store, changes, db }: Backing): AppStore {
  const namespace = appsNamespace(db)
  const apps = store.collection(namespace)
  const documents = appDocuments({ store, db })
  const history = appHistory({ store, db, now: () => new Date(changes.storeTime()) })

  const write = writer(changes, namespace)

  return {
    async list({ skip, limit, contains }) {
      const filter = containing(contains)
      const [documents, total] = await Promise.all([
        limit === 0 ? [] : apps.find(filter, { sort: { _id: -1 }, skip, limit }),
        apps.count(filter),
      ])
      return { documents, total }
    },
    find: id => apps.findOne({ _id: id }),
    insert: (app, by) =>
      write(app._id, async (inside, transaction) => {
        if (await inside.findOne({ _id: app._id }, { projection: { _id: 1 } })) return 'id-taken'
        if (await isUriTaken(inside, app)) return 'uri-taken'
        await inside.insertOne(app)
        await history.keep(transaction, { app, by, before: undefined })
        return 'written'
      }),
    replace: (app, { expectedEtag, by }) =>
      write(app._id, async (inside, transaction) => {
        const before = await inside.findOne({ _id: app._id })
        if (!before || etagOf(before) !== expectedEtag) return 'changed'
        if (await isUriTaken(inside, app)) return 'uri-taken'
        await inside.replaceOne({ _id: app._id }, app)
        await history.keep(transaction, { app, by, before })
        return 'written'
      }),
    remove: (id, expectedEtag) =>
      write(id, async (inside, transaction) => {
        const before = await inside.findOne({ _id: id }, { projection: { _etag: 1 } })
        if (!before) return 'missing'
        if (expectedEtag !== undefined && etagOf(before) !== expectedEtag) return 'changed'
        await inside.deleteOne({ _id: id })
        await history.forget(transaction, id)
        await documents.forget(transaction, id)
        return 'written'
      }),
    documents: id => documents.list(id),
    putDocuments: (id, given, expectedEtag) =>
      write(id, async (inside, transaction) => {
        const app = await inside.findOne({ _id: id }, { projection: { _etag: 1 } })
        if (!app) return 'missing'
        if (etagOf(app) !== expectedEtag) return 'changed'
        await documents.put(transaction, id, given)
        return 'written'
      }),
    versions: id => history.list(id),
    version: (id, version) => history.find(id, version),
  }
}

type Work = (inside: Collection, transaction: StoreTransaction) => Promise<WriteOutcome>

/** Writes as a change of an app, or not at all. */
const writer =
  (changes: ChangeLog, namespace: Namespace) =>
  async (id: AppId, work: Work): Promise<WriteOutcome> => {
    const recorded = await changes.record<WriteOutcome>('apps', String(id), async (transaction, _, abandon) => {
      const outcome = await work(transaction.collection(namespace), transaction)
      // A removal that finds nothing is recorded too: it makes sure that every process hears of an earlier one.
      return outcome === 'written' || outcome === 'missing' ? outcome : abandon(outcome)
    })
    return recorded.result
  }

/** Whether another app is served under the same address, by its descriptor or by its `_id`. */
async function isUriTaken(apps: Collection, app: AppRecord): Promise<boolean> {
  const uri = uriOf(app)
  const taken = await apps.findOne(
    {
      _id: { $ne: app._id },
      $or: [{ 'descriptor.uri': uri }, { 'descriptor.uri': { $exists: false }, _id: parseAppId(uri) }],
    },
    { projection: { _id: 1 } },
  )
  return taken !== undefined
}

function containing(text: string | undefined): Document {
  if (!text) return {}
  const pattern = { $regex: quotePattern(text), $options: 'i' }
  const fields = ['descriptor.name', 'descriptor.description', 'descriptor.uri']
  return { $or: fields.map(field => ({ [field]: pattern })) }
}
