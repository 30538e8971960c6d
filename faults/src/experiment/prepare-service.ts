import { randomBytes } from 'node:crypto'
import { globalAgent } from 'node:http'
import { z } from 'zod'
import type { Cluster } from '../cluster/cluster.ts'
import { createOwnerClient, type OwnerClient } from '../cluster/owner-client.ts'
import { READ_ID } from '../load/plan-request.ts'
import { sendRequest } from '../load/send-request.ts'
import { BEHAVIOURS } from '../load/start-targets.ts'
import type { Answer, Observations } from '../oracle/observations.ts'

export type PreparedService = {
  owner: OwnerClient
  /** The key that the driver uses. */
  key: string
  prober: { user: string; password: string }
  webhooks: Observations['webhooks']
}

const DRIVEN = "path-prefix('/orders') or path('/graphql/orders')"
const SILENT = [
  "path('/orders') and method('DELETE')",
  "path-prefix('/orders') and method('PATCH')",
  "path('/graphql/others')",
  "path-prefix('/order') and method('PUT')",
  "path-suffix('.csv')",
  `not (${DRIVEN}) and method('POST') and path('/nowhere')`,
  "path-template('/orders/{id}/lines')",
] as const
const created = z.object({ _id: z.string() })
const issued = z.object({ key: z.string() })

type Surroundings = { targetsPort: number; note(answer: Answer | undefined): void }

/**
 * Makes what the driver and the prober use: a collection, an app, users, permissions and ten webhooks, of which three fire.
 * @param surroundings `note` is told the outcome of each request of the owner
 */
export async function prepareService(cluster: Cluster, surroundings: Surroundings): Promise<PreparedService> {
  const { targetsPort, note } = surroundings
  const [gateway = ''] = cluster.gateways
  const owner = createOwnerClient(gateway, cluster.ownerPassword, note)
  await owner('PUT', '/orders')
  await owner('POST', '/orders', { _id: READ_ID, amount: 1 })
  await owner('POST', '/gql-apps', ordersApp)
  for (const step of ['api-keys/install', 'api-keys/enable', 'webhooks/enable']) await owner('POST', `/plugins/${step}`)
  for (const permission of permissions) await owner('POST', '/acl', permission)
  const password = randomBytes(12).toString('base64url')
  for (const user of ['driver', 'prober']) await owner('POST', '/users', { _id: user, password, roles: ['rig'] })
  const key = await issueKey(gateway, `driver:${password}`)
  return { owner, key, prober: { user: 'prober', password }, webhooks: await createWebhooks(owner, targetsPort) }
}

const ordersApp = {
  descriptor: { name: 'Orders', enabled: true, uri: 'orders' },
  schema: 'type Order { _id: ID! amount: Int } type Query { order(id: ID!): Order }',
  mappings: { Query: { order: { db: 'sluice', collection: 'orders', find: { _id: { $arg: 'id' } } } } },
}

const permissions = [
  {
    _id: 'rig-issues-keys',
    roles: ['rig'],
    predicate: "path-prefix('/keys')",
    priority: 1,
    apiKeys: { roles: ['driver'], 'max-keys-per-user': 1000 },
  },
  { _id: 'drive', roles: ['driver'], predicate: DRIVEN, priority: 1 },
]

async function issueKey(gateway: string, credentials: string): Promise<string> {
  const authorization = `Basic ${btoa(credentials)}`
  const body = JSON.stringify({ name: 'driver', roles: ['driver'] })
  const answer = await sendRequest({ gateway, method: 'POST', path: '/keys', authorization, body, agent: globalAgent })
  return issued.parse(JSON.parse(answer?.text || '{}')).key
}

async function createWebhooks(owner: OwnerClient, port: number): Promise<PreparedService['webhooks']> {
  const wanted = [
    ...BEHAVIOURS.map(path => ({ path, condition: `(${DRIVEN}) and qparams-contain('tag')`, fires: true })),
    ...SILENT.map(condition => ({ path: 'prompt', condition, fires: false })),
  ]
  const webhooks: { id: string; fires: boolean }[] = []
  for (const { path, condition, fires } of wanted) {
    const webhook = { name: condition, condition, url: `http://127.0.0.1:${port}/${path}` }
    webhooks.push({ id: created.parse(await owner('POST', '/webhooks', webhook))._id, fires })
  }
  return webhooks
}
