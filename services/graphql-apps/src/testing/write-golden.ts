import { appDocument, userId } from '@sluice/contracts'
import { claimGolden, type GoldenScene } from '@sluice/testkit/golden'
import { ObjectId } from 'bson'
import { createHistoryIndex } from '../adapters/app-history.ts'
import { documentAppStore } from '../adapters/document-app-store.ts'
import { etagOf } from '../domain/app-identity.ts'
import { hashDocument } from '../domain/plan/trusted-documents.ts'
import type { AppRecord } from '../ports/app-store.ts'
import { settleApp } from '../routes/kept-app.ts'

const TRUSTED = '{ orders { owner } }'

const APP = {
  descriptor: {
    name: 'Orders',
    description: 'What was ordered.',
    uri: 'shop/orders',
    introspection: true,
    get: true,
    httpBatching: true,
    documents: 'any',
    access: 'endpoint',
    limits: { maxDepth: 5, maxAliases: 3, maxTokens: 500, maxDocuments: 100, timeoutMs: 2000 },
  },
  schema: 'type Order { owner: String total: Float } type Query { orders: [Order] }',
  mappings: { Query: { orders: { db: 'sluice', collection: 'orders', sort: { _id: 1 } } } },
}

/** An app with two versions and a trusted document, and one with nothing but what it needs. */
export async function writeGolden(scene: GoldenScene): Promise<void> {
  const { store, changes, db } = scene
  await createHistoryIndex(store, db)
  const apps = documentAppStore({ store, changes, db })
  const first = versionOf('orders', APP)
  const second = versionOf('orders', { ...APP, descriptor: { ...APP.descriptor, name: 'All orders' } })
  const by = { actor: userId.parse('admin'), from: '192.0.2.7' }
  await apps.insert(first, by)
  await apps.replace(second, { expectedEtag: etagOf(first), by: null })
  const trusted = { [hashDocument(TRUSTED)]: TRUSTED }
  await apps.putDocuments('orders', trusted, { expectedEtag: etagOf(second), by: null })
  const small = versionOf(new ObjectId('65a1b2c3d4e5f60718293a4d'), { ...APP, descriptor: { name: 'Small' } })
  const claim = await claimGolden(scene, { number: 40, target: '/gql-apps', body: 'small' })
  await apps.insert(small, by, { settle: settleApp(claim, small, true) })
  const gone = versionOf('gone', { ...APP, descriptor: { name: 'Gone' } })
  await apps.insert(gone, by)
  await apps.remove('gone', { expectedEtag: undefined, by })
}

const versionOf = (_id: AppRecord['_id'], app: object): AppRecord => ({
  ...appDocument.parse({ ...app, _id }),
  _id,
  _etag: new ObjectId(),
})
