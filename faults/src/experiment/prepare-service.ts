import { randomBytes } from 'node:crypto'
import { globalAgent } from 'node:http'
import { z } from 'zod'
import type { Cluster } from '../cluster/cluster.ts'
import { type AskAsOwner, createOwnerClient } from '../cluster/owner-client.ts'
import { READ_ID } from '../load/plan-request.ts'
import { sendRequest } from '../load/send-request.ts'
import { BEHAVIOURS } from '../load/start-targets.ts'
import type { Observations, ReceivedAnswer } from '../oracle/observations.ts'
import { createWebhook } from './create-webhook.ts'

export type PreparedService = {
  owner: AskAsOwner
  /** The key that the driver uses. */
  key: string
  prober: { user: string; password: string }
  webhooks: Observations['webhooks']
}

const DRIVEN = "path-prefix('/orders') or path('/graphql/orders')"
const FIRING = `(${DRIVEN}) and qparams-contain('tag')`
const WEBHOOKS = 10
const SILENT = [
  "path('/orders') and method('DELETE')",
  "path-prefix('/orders') and method('PATCH')",
  "path('/graphql/others')",
  "path-prefix('/order') and method('PUT')",
  "path-suffix('.csv')",
  `not (${DRIVEN}) and method('POST') and path('/nowhere')`,
  "path-template('/orders/{id}/lines')",
] as const
const issued = z.object({ key: z.string() })

type ServiceInput = {
  targetsPort: number
  /** The port of the mail server that the driver's requests send mails by; undefined where they send none. */
  mailPort: number | undefined
  note(answer: ReceivedAnswer | undefined): void
}

/**
 * Makes what the driver and the prober use: a collection, an app, users, permissions and ten webhooks, of which three
 * call and one mails.
 * @param surroundings `note` is told the outcome of each request of the owner
 */
export async function prepareService(cluster: Cluster, surroundings: ServiceInput): Promise<PreparedService> {
  const { note } = surroundings
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
  return { owner, key, prober: { user: 'prober', password }, webhooks: await createWebhooks(owner, surroundings) }
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

async function createWebhooks(
  owner: AskAsOwner,
  { targetsPort, mailPort }: ServiceInput,
): Promise<PreparedService['webhooks']> {
  const target = (path: string) => ({ url: `http://127.0.0.1:${targetsPort}/${path}` })
  const mails = mailPort === undefined ? [] : [await prepareMail(owner, mailPort)]
  const firing = [...BEHAVIOURS.map(target), ...mails].map(where => ({ where, condition: FIRING, fires: true }))
  const silent = SILENT.map(condition => ({ where: target('prompt'), condition, fires: false }))
  const webhooks: { id: string; fires: boolean }[] = []
  for (const { where, condition, fires } of [...firing, ...silent].slice(0, WEBHOOKS)) {
    webhooks.push({ id: await createWebhook(owner, { name: condition, condition, ...where }), fires })
  }
  return webhooks
}

/** The owner's own server: the mails of a whole run would be more than an allowance is made for. */
async function prepareMail(owner: AskAsOwner, port: number) {
  const server = { host: '127.0.0.1', port, secure: false, from: 'sluice@example.com' }
  await owner('PUT', '/webhooks/mail-server', server)
  const email = { to: ['rig@example.com'], subject: 'Order', bodyType: 'json', bodyTemplate: '' }
  return { type: 'email', email }
}
