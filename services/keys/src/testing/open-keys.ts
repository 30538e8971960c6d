import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { type KeyPolicy, type KeyRules, keyPolicy, type PluginState } from '@sluice/contracts'
import { createLogger, type ProcessPart } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import { configOf, createSignedClient, openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { createKeys } from '../index.ts'
import { settings, settingsFrom } from '../settings.ts'

export const DAY_MS = 86_400_000
export const CAPACITY = 12

type PolicyText = { roles?: string[]; 'max-expires-in-days'?: number; 'max-keys-per-user'?: number }

export const policy = (extra: PolicyText = {}): KeyPolicy => keyPolicy.parse({ roles: ['reader', 'writer'], ...extra })

export type Who = {
  user?: string
  via?: 'password' | 'session' | 'key'
  roles?: string[]
  apiKeys?: KeyPolicy | null
  keyRules?: KeyRules
}

/** A caller and the permission that let the call in, as the gateway would tell. */
export const as = ({ user = 'ada', via = 'password', roles = ['staff'], apiKeys = policy(), keyRules }: Who = {}) =>
  ({ user: { id: user, roles, via }, permission: { id: 'may-issue', apiKeys, keyRules } }) as const

/** Two instances of the keys service on one store (the embedded one, where none is given), with the plugin enabled; at most 3 keys per user and 12 in all. */
export async function openKeys({ store }: { store?: Store | undefined } = {}) {
  const platform = await openTestPlatform(store ? { store } : {})
  const parts: ProcessPart[] = []
  const logged: string[] = []
  const destination = new Writable({
    write(chunk, _, done) {
      logged.push(String(chunk))
      done()
    },
  })
  const logger = createLogger({ service: 'test', level: 'trace', destination })

  const serve = async (socket: string) => {
    const address = { socketPath: join(platform.directory, socket) }
    const part = createKeys(
      { ...platform, logger },
      { ...settingsFrom(configOf(settings)), address, maxPerUser: 3, capacity: CAPACITY },
    )
    await part.start()
    parts.push(part)
    return createSignedClient({ platform, upstream: 'keys', address })
  }
  const client = await serve('one.sock')
  const second = await serve('two.sock')
  const records = storedRecords(platform)
  await records.putPluginState('enabled')

  return {
    platform,
    client,
    second,
    logged,
    ...records,
    listed: listedKeys,
    issue: (body: unknown, who: Who = {}) => client.request('POST', '/keys', { ...as(who), body }),
    list: (query = '', who: Who = {}) => client.request('GET', `/keys${query}`, as(who)),
    revoke: (id: string, who: Who = {}) => client.request('DELETE', `/keys/${id}`, as(who)),
    async close() {
      await Promise.all(parts.map(part => part.stop(1_000)))
      await platform.close()
    },
  }
}

/** What `GET /admin/keys` lists: where it is stored, and records that differ in the fields that a filter may name. */
const listedKeys = {
  path: '/admin/keys',
  collection: 'apiKeys',
  make(index: number) {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + index * DAY_MS)
    const isOdd = index % 2 === 1
    return {
      _id: `key-${index}`,
      user: `user-${index % 3}`,
      name: `key ${index}`,
      roles: isOdd ? ['role-0', 'role-1'] : [],
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 365 * DAY_MS),
      hash: createHash('sha256').update(`key-${index}`).digest('hex'),
      hint: `h${String(index).padStart(3, '0')}`,
      ...(isOdd ? { lastUsedAt: createdAt, keyRules: { rateLimit: index } } : {}),
    }
  },
}

type OldKey = { user: string; daysAgo?: number; days?: number; name?: string; roles?: string[] }

function storedRecords({ store, changes, db }: TestPlatform) {
  const keys = store.collection({ db, collection: 'apiKeys' })
  return {
    keys,
    stored: () => keys.find({}),
    clear: () => keys.deleteMany({}),

    /** Puts a key into the store that was issued `daysAgo` and lives for `days`. */
    async storeKey({ user, daysAgo = 0, days = 1, name = 'old', roles = [] }: OldKey) {
      const createdAt = new Date(changes.storeTime() - daysAgo * DAY_MS)
      const expiresAt = new Date(createdAt.getTime() + days * DAY_MS)
      const _id = `${user}-${name}-${daysAgo}`
      const hash = createHash('sha256').update(_id).digest('hex')
      await keys.insertOne({ _id, user, name, roles, createdAt, expiresAt, hash, hint: 'abcd' })
    },

    /** Writes one more entry about keys. @returns its number: what is written in between makes it rise by more than 1 */
    async writeEntry(): Promise<number> {
      const recorded = await changes.record('keys', 'probe', (_, change) => Promise.resolve(change.sequence))
      return recorded.result
    },

    async putPluginState(state: PluginState | 'of no known form' | undefined) {
      await changes.record('plugins', 'api-keys', async transaction => {
        const plugins = transaction.collection({ db, collection: 'plugins' })
        await plugins.deleteOne({ _id: 'api-keys' })
        if (state) await plugins.insertOne({ _id: 'api-keys', state })
      })
    },
  }
}
