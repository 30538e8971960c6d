import { createHash, randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import {
  type ChangeTopic,
  DOCUMENT_RULES,
  decodeExchange,
  exchangeCompleted,
  formatKeySecret,
  type RecordedExchange,
  type UpstreamName,
  upstreamName,
  WATCHES_COLLECTION,
} from '@sluice/contracts'
import { createServiceApp, currentKeys, grantKeys, type Listener, listen, ok, type Route } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { createGateway } from '../create-gateway.ts'
import type { GatewaySettings } from '../settings.ts'
import { createClient } from './http-client.ts'

export type ShippedExchange = RecordedExchange & { headers: Readonly<Record<string, string>> }

type Options = {
  settings?: Partial<GatewaySettings>
  /** Instead of a service that echoes. It is described as that one is. */
  handlers?: Partial<Record<UpstreamName, RequestListener>>
  /** Instead of embedded adapters of its own. */
  platform?: TestPlatform
}

// Cheap on purpose: what is tested is not the hash.
const FAST_HASH = { memoryCost: 64, timeCost: 1 }
const databases: Readonly<Partial<Record<ChangeTopic, string>>> = { keys: 'apiKeys', watches: WATCHES_COLLECTION }

/** A gateway on real adapters, before real services, with an owner `admin` and a reader `ann`. */
export async function startGateway({ settings = {}, handlers = {}, ...given }: Options = {}) {
  const platform = given.platform ?? (await openTestPlatform())
  const write = createWriter(platform)
  await write.user('admin', ['admin'])
  await write.user('ann', ['reader'])
  const listeners = await Promise.all(upstreamName.options.map(name => startService(platform, name, handlers[name])))
  const socket = (name: UpstreamName) => ({ socketPath: socketPath(platform, name) })
  const gateway = createGateway(platform, {
    listen: { host: '127.0.0.1', port: 0 },
    upstreams: {
      data: socket('data'),
      'graphql-apps': socket('graphql-apps'),
      keys: socket('keys'),
      'webhook-dispatcher': socket('webhook-dispatcher'),
      mcp: socket('mcp'),
    },
    spool: { directory: join(platform.directory, 'spool'), maxBytes: 64 << 20, whenFull: 'reject', fsyncMs: 20 },
    trustedProxies: [],
    corsOrigins: [],
    // Whatever else this machine does meanwhile.
    maxTurnMs: Number.POSITIVE_INFINITY,
    ...settings,
  })
  await gateway.start()
  const client = createClient(gateway.address().port)
  return {
    platform,
    gateway,
    write,
    ...client,
    async stop() {
      client.close()
      await gateway.stop(2_000)
      await Promise.all(listeners.map((listener: Listener) => listener.close(100)))
      await platform.close()
    },
  }
}

export type RunningGateway = Awaited<ReturnType<typeof startGateway>>

const socketPath = ({ directory }: TestPlatform, name: string) => join(directory, `${name}.sock`)

function startService(platform: TestPlatform, name: UpstreamName, handler?: RequestListener): Promise<Listener> {
  const { changes, logger, internalSecrets } = platform
  const app = createServiceApp({
    name,
    routes: echoRoutes(platform, name),
    grantKeys: currentKeys(internalSecrets, secrets => grantKeys(secrets, name)),
    changes,
    logger,
  })
  const asked: RequestListener = (request, response) =>
    (request.url === '/openapi.json' ? app : (handler ?? app))(request, response)
  return listen(asked, { socketPath: socketPath(platform, name) })
}

/** Says what arrived; DELETE of `/keys/<id>` revokes the key, as the keys service would. */
function echoRoutes({ changes, db }: TestPlatform, name: UpstreamName): Route[] {
  const about = {
    id: 'test',
    tag: 'description' as const,
    summary: 'Echoes',
    answers: { 200: 'What arrived' },
    appliedRules: DOCUMENT_RULES,
  }
  const echo: Route[2] = {
    ...about,
    async handle({ method, target, caller, rawBody, header }) {
      const seen = { service: name, method, target, caller, body: Buffer.from(rawBody).toString() }
      return ok({ ...seen, authorization: header('authorization') ?? null, forged: header('x-sluice-forged') ?? null })
    },
  }
  const revoke: Route[2] = {
    ...about,
    async handle({ params }) {
      await changes.record('keys', params.id ?? '', async ({ collection }) => {
        await collection({ db, collection: 'apiKeys' }).deleteOne({ _id: params.id })
      })
      return { kind: 'answer', status: 204 }
    },
  }
  const others = ['GET', 'POST', 'PUT', 'PATCH'] as const
  return [
    ['DELETE', '/keys/:id', revoke],
    ...others.map(method => [method, '/keys/:id', echo] as const),
    ...[...others, 'DELETE' as const].map(method => [method, '/*rest', echo] as const),
    ['GET', '/', echo],
  ]
}

/** Writes as the services do: with an entry in the change log. */
export function createWriter({ changes, db }: Pick<TestPlatform, 'changes' | 'db'>) {
  const put = async (topic: ChangeTopic, document: Document) => {
    await changes.record(topic, String(document._id), async ({ collection }) => {
      const name = databases[topic] ?? topic
      await collection({ db, collection: name }).replaceOne({ _id: document._id }, document, { upsert: true })
    })
  }
  return {
    put,
    async user(id: string, roles: readonly string[], more: Document = {}) {
      await put('users', { _id: id, password: await hash(`${id}'s password`, FAST_HASH), roles, ...more })
    },
    /** @returns the secret of a new key */
    async key(id: string, more: Document = {}, bytes: Uint8Array = randomBytes(32)): Promise<string> {
      const secret = formatKeySecret(bytes)
      const createdAt = new Date()
      const expiresAt = new Date(Date.now() + 3_600_000)
      const digest = createHash('sha256').update(secret).digest('hex')
      const record = { name: id, createdAt, expiresAt, hash: digest, hint: secret.slice(-4), ...more }
      await put('keys', { _id: id, user: 'ann', roles: ['reader'], ...record })
      return secret
    },
    permission: (id: string, more: Document) => put('acl', { _id: id, roles: ['reader'], ...more }),
    async remove(topic: ChangeTopic, id: string) {
      await changes.record(topic, id, async ({ collection }) => {
        await collection({ db, collection: databases[topic] ?? topic }).deleteOne({ _id: id })
      })
    },
    /** From now on every request is an event. */
    async wantEvents() {
      await put('plugins', { _id: 'webhooks', state: 'enabled' })
      await put('webhooks', { _id: 'w', enabled: true })
    },
    enableKeys: () => put('plugins', { _id: 'api-keys', state: 'enabled' }),
  }
}

/** Collects what reaches the bus. */
export async function followEvents({ bus }: Pick<TestPlatform, 'bus'>) {
  const shipped: ShippedExchange[] = []
  const consumer = await bus.consume(
    { topic: exchangeCompleted.name, group: 'test' },
    {
      assigned() {},
      revoked() {},
      record({ value, headers }) {
        const decoded = decodeExchange(value)
        if (decoded.kind === 'event') shipped.push({ ...decoded.exchange, headers })
      },
    },
  )
  return { shipped, stop: () => consumer.stop() }
}
