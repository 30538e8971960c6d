import type { ChangeLog } from '@sluice/change-log'
import { allOf } from '@sluice/documents'
import { type AuditedWrite, writeAuditOf } from '@sluice/service-kit'
import type { Collection, Document, Namespace, Store, StoreTransaction } from '@sluice/store'
import { etagOf, parseAppId, uriOf } from '../domain/app-identity.ts'
import { quotePattern } from '../domain/model/hole-values.ts'
import type {
  AppId,
  AppPage,
  AppRecord,
  AppStore,
  Author,
  SettleApp,
  TrustedDocuments,
  WriteOutcome,
} from '../ports/app-store.ts'
import { appDocuments } from './app-documents.ts'
import { appHistory } from './app-history.ts'

type Dependencies = { store: Store; changes: ChangeLog; db: string }

export const appsNamespace = (db: string): Namespace => ({ db, collection: 'gql-apps' })

/** App documents on the document store; writes go through the change log, which makes those of one topic serial. */
export function documentAppStore({ store, changes, db }: Dependencies): AppStore {
  const namespace = appsNamespace(db)
  const apps = store.collection(namespace)
  const documents = appDocuments({ store, db })
  const history = appHistory({ store, db, now: () => new Date(changes.storeTime()) })
  const write = writer(changes, namespace)
  const { audit, keep } = trailOf(history, { changes, db })
  const putDocuments = documentsPutter(documents, audit)

  return {
    async list({ filter, search, sort, skip, limit, projection }) {
      const wanted = allOf(filter, containing(search))
      const [documents, total] = await Promise.all([
        limit === 0 ? [] : apps.findRaw(wanted, { sort, skip, limit, projection }),
        apps.count(wanted),
      ])
      return { documents, total }
    },
    count: filter => apps.count(filter),
    find: (id, within) => apps.findOne(allOf({ _id: id }, within)),
    insert: (app, by, { isDryRun, settle } = {}) =>
      write({ id: app._id, isDryRun, settle }, async (inside, transaction) => {
        if (await inside.findOne({ _id: app._id }, { projection: { _id: 1 } })) return 'id-taken'
        if (await isUriTaken(inside, app)) return 'uri-taken'
        await inside.insertOne(app)
        await keep(transaction, { app, by, before: undefined })
        return 'written'
      }),
    replace: (app, { expectedEtag, within, by, isDryRun, settle }) =>
      write({ id: app._id, isDryRun, settle }, async (inside, transaction) => {
        const before = await inside.findOne(allOf({ _id: app._id }, within))
        if (!before || isOther(before, expectedEtag)) return 'changed'
        if (await isUriTaken(inside, app)) return 'uri-taken'
        await inside.replaceOne({ _id: app._id }, app)
        await keep(transaction, { app, by, before })
        return 'written'
      }),
    confirm: confirmer(store, namespace),
    remove: (id, { expectedEtag, within, by = null, isDryRun }) =>
      write({ id, isDryRun }, async (inside, transaction) => {
        const before = await inside.findOne(allOf({ _id: id }, within))
        if (!before) return 'missing'
        if (isOther(before, expectedEtag)) return 'changed'
        await inside.deleteOne({ _id: id })
        await history.forget(transaction, id)
        await documents.forget(transaction, id)
        await audit(transaction, { id, before, after: undefined, by })
        return 'written'
      }),
    documents: id => documents.list(id),
    putDocuments: (id, given, { expectedEtag, within, isDryRun, ...put }) =>
      write({ id, isDryRun }, async (inside, transaction) => {
        const app = await inside.findOne(allOf({ _id: id }, within), { projection: { _etag: 1 } })
        if (!app) return 'missing'
        return isOther(app, expectedEtag) ? 'changed' : putDocuments(transaction, { id, given, ...put })
      }),
    catchUp: async () => void (await changes.catchUpWithStore(['apps'])),
    versions: (id, within) => history.list(id, within),
    version: (id, version, within) => history.find(id, version, within),
  }
}

/** Keeps the answer of a write that has nothing to change, while the app is the one that it was judged by. */
const confirmer =
  (store: Store, namespace: Namespace): AppStore['confirm'] =>
  (id, { expectedEtag, within, settle }) =>
    store.transaction(async inside => {
      const app = await inside.collection(namespace).findOne(allOf({ _id: id }, within), { projection: { _etag: 1 } })
      if (!app || isOther(app, expectedEtag)) return 'changed'
      await settle(inside)
      return 'written'
    })

type DocumentsPut = Pick<Parameters<AppStore['putDocuments']>[2], 'by' | 'expected'> & {
  id: AppId
  given: TrustedDocuments
}

/** Puts trusted documents in the place of others, where these are expected, with a line of the audit trail. */
const documentsPutter =
  (documents: ReturnType<typeof appDocuments>, audit: ReturnType<typeof trailOf>['audit']) =>
  async (transaction: StoreTransaction, { id, given, by, expected }: DocumentsPut): Promise<WriteOutcome> => {
    const before = await documents.put(transaction, id, given)
    if (expected && !expected(before)) return 'documents-changed'
    await audit(transaction, { id, before: { documents: before }, after: { documents: given }, by })
    return 'written'
  }

const isOther = (stored: Document, expectedEtag: string | undefined): boolean =>
  expectedEtag !== undefined && etagOf(stored) !== expectedEtag

type WrittenApp = { app: AppRecord; by: Author; before: Document | undefined }
type AuditedApp = Omit<AuditedWrite, 'kind'> & { by: Author }

/** What a write leaves behind besides the app: a version, and a line of the audit trail. */
function trailOf(history: ReturnType<typeof appHistory>, { changes, db }: Pick<Dependencies, 'changes' | 'db'>) {
  async function audit(transaction: StoreTransaction, { by, ...written }: AuditedApp): Promise<void> {
    if (!by) return
    const occasion = { ...by, at: new Date(changes.storeTime()) }
    await writeAuditOf(transaction, db, { kind: 'app', ...written, occasion })
  }

  return {
    audit,
    async keep(transaction: StoreTransaction, { app, by, before }: WrittenApp): Promise<void> {
      await history.keep(transaction, { app, by: by?.actor ?? null, before })
      await audit(transaction, { id: app._id, before, after: app, by })
    },
  }
}

type AppWork = (inside: Collection, transaction: StoreTransaction) => Promise<WriteOutcome>

type AppWrite = { id: AppId; isDryRun?: boolean | undefined; settle?: SettleApp | undefined }

/** Writes as a change of an app, or not at all. A dry run does all that the write does, and takes it back. */
const writer =
  (changes: ChangeLog, namespace: Namespace) =>
  async ({ id, isDryRun = false, settle }: AppWrite, work: AppWork): Promise<WriteOutcome> => {
    const recorded = await changes.record<WriteOutcome>('apps', String(id), async (transaction, _, abandon) => {
      const outcome = await work(transaction.collection(namespace), transaction)
      if (settle && outcome === 'written') await settle(transaction)
      // A removal that finds nothing is recorded too: it makes sure that every process hears of an earlier one.
      return !isDryRun && (outcome === 'written' || outcome === 'missing') ? outcome : abandon(outcome)
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

function containing({ contains, fields }: AppPage['search']): Document {
  if (!contains) return {}
  if (fields.length === 0) return { _id: { $in: [] } }
  const pattern = { $regex: quotePattern(contains), $options: 'i' }
  return { $or: fields.map(field => ({ [field]: pattern })) }
}
