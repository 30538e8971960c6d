import { randomBytes } from 'node:crypto'
import { pluginId } from '@sluice/contracts'
import type { Platform } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import type { ServiceLines } from '../lines.ts'
import { readFlights } from './flights.ts'
import { demoPermissions, flightsApp, newRouteWebhook } from './flights-app.ts'
import { createOwnerClient, type DemoOwnerClient } from './owner-client.ts'

const BATCH = 500

export type DemoUser = { name: string; password: string }
export type ReportProgress = (text: string) => void

type DemoLoad = { platform: Platform; lines: ServiceLines; receiverPort: number; progress: ReportProgress }

/** Loads the demo, from the start even where an earlier start was interrupted. @returns its user, with a new password */
export async function loadDemo({ platform, lines, receiverPort, progress }: DemoLoad): Promise<DemoUser> {
  const { airports, routes } = await readFlights()
  const load = collectionLoader(platform, progress)
  await load('airports', airports)
  await platform.store.collection({ db: platform.db, collection: 'airports' }).createIndex({ state: 1 })
  await load('routes', routes)
  await platform.store.collection({ db: platform.db, collection: 'routes' }).createIndex({ origin: 1 })

  await enablePlugins(platform)
  const client = (service: 'data' | 'graphql-apps' | 'webhook-dispatcher') =>
    createOwnerClient(platform, service, lines[service].line)
  const data = client('data')
  const apps = client('graphql-apps')
  const webhooks = client('webhook-dispatcher')
  const user = await saveUser(data, prefixOf(platform))
  for (const permission of demoPermissions) {
    await replace(data, `${prefixOf(platform)}/acl`, permission)
  }
  await replace(apps, `${prefixOf(platform)}/gql-apps`, flightsApp(platform.db))
  progress('GraphQL app "flights" is live')
  await webhooks.send({
    method: 'POST',
    target: '/webhooks',
    body: newRouteWebhook(`http://127.0.0.1:${receiverPort}/`),
  })
  return user
}

// In the dedicated tier the system collections stand under the default database's name.
const prefixOf = ({ tier, db }: Platform) => (tier === 'dedicated' ? `/${db}` : '')

const collectionLoader =
  ({ store, db }: Platform, progress: ReportProgress) =>
  async (name: string, documents: readonly Document[]): Promise<void> => {
    const namespace = { db, collection: name }
    await store.dropCollection(namespace)
    const collection = store.collection(namespace)
    for (let start = 0; start < documents.length; start += BATCH) {
      await collection.insertMany(documents.slice(start, start + BATCH))
      progress(`${name}: ${Math.min(start + BATCH, documents.length)} of ${documents.length}`)
    }
  }

/** The demo shows keys and webhooks, so both start enabled (elsewhere the owner switches them on). */
async function enablePlugins({ changes, db }: Platform): Promise<void> {
  for (const id of pluginId.options) {
    await changes.record('plugins', id, transaction =>
      transaction
        .collection({ db, collection: 'plugins' })
        .replaceOne({ _id: id }, { _id: id, state: 'enabled' }, { upsert: true }),
    )
  }
}

async function saveUser(data: DemoOwnerClient, prefix: string): Promise<DemoUser> {
  const user = { name: 'amelia', password: randomBytes(12).toString('base64url') }
  await replace(data, `${prefix}/users`, { _id: user.name, password: user.password, roles: ['crew'] })
  return user
}

async function replace(
  client: DemoOwnerClient,
  collection: string,
  document: { _id: string; [field: string]: unknown },
): Promise<void> {
  await client.send({ method: 'DELETE', target: `${collection}/${document._id}`, expected: [204, 404] })
  await client.send({ method: 'POST', target: collection, body: document })
}
