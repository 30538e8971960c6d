import { hash } from 'node:crypto'
import { PROCESSES_COLLECTION } from '@sluice/contracts'
import { GRANT_VERSION } from '@sluice/service-kit'
import type { Document, Store } from '@sluice/store'

const ROLE = 'reader'
const OTHERS = 49
const KEY_MS = 86_400_000

type GatewayFurniture = { key: string; wantsEvents: boolean }

/** What a gateway finds in the database: a caller with a key, fifty permissions that name the role, and a service that runs. */
export async function furnish(store: Store, { key, wantsEvents }: GatewayFurniture): Promise<void> {
  const insert = (collection: string, ...documents: Document[]) =>
    store.collection({ db: 'sluice', collection }).insertMany(documents)
  await insert('users', { _id: 'ann', password: 'none', roles: [ROLE] })
  await insert('plugins', { _id: 'api-keys', state: 'enabled' }, { _id: 'webhooks', state: 'enabled' })
  if (wantsEvents) await insert('webhooks', { _id: 'w', enabled: true })
  await insert('apiKeys', keyDocument(key))
  await insert(PROCESSES_COLLECTION, serviceProcess())
  await insert(
    'acl',
    ...Array.from({ length: OTHERS }, (_, at) => permission(`c${at}`, at)),
    permission('bench', OTHERS),
  )
}

function keyDocument(key: string): Document {
  const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + KEY_MS) }
  return {
    _id: 'k',
    user: 'ann',
    roles: [ROLE],
    name: 'bench',
    hash: hash('sha256', key),
    hint: key.slice(-4),
    ...times,
  }
}

/** A process of a service, as far as a gateway reads it. One of the gateway's own version is sent grants in two parts. */
const serviceProcess = (): Document => ({
  _id: 'data',
  service: 'data',
  grantVersion: GRANT_VERSION,
  endsAt: new Date(Date.now() + KEY_MS),
})

const permission = (collection: string, priority: number): Document => ({
  _id: collection,
  roles: [ROLE],
  predicate: `path-prefix('/${collection}') and method({GET, POST})`,
  priority,
})
