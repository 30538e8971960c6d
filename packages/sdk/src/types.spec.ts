import { describe, expect, it } from '@jest/globals'
import {
  createSluice,
  type DocumentTypes,
  type ExchangeLine,
  isSluiceError,
  type SluiceCollection,
  type SluiceError,
  type SluiceErrorCode,
  type StoredDocument,
  type WireObjectId,
} from './index.ts'
import type { AnswerOf } from './resources/operation-types.ts'
import { createReceiver, type WebhookPayload } from './webhooks/index.ts'

/**
 * What has to compile, and what must not: `npm run check:types` reads this file, and fails on a `@ts-expect-error` that
 * expects one in vain. Nothing here is called.
 */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const isTrue = <T extends true>(_?: T) => undefined

type Route = { origin: string; destination: string; flights: number; stops?: string[]; at: { gate: string } }
type Airport = { _id: string; city: string | null }
type Types = {
  collections: {
    routes: {
      document: Route
      aggregations: {
        busiest: { variables: { from: string }; result: { flights: number } }
        all: { variables: { from?: string }; result: Route }
      }
    }
    airports: { document: Airport }
  }
}

const NOWHERE = { url: 'http://sluice.test' }

const compiled = {
  async documents(routes: SluiceCollection<Route>, airports: SluiceCollection<Airport>) {
    for await (const route of routes.find({ filter: { origin: 'SFO', flights: { $gt: 5 } }, sort: '-flights' })) {
      isTrue<Same<typeof route, StoredDocument<Route>>>()
    }
    const { document } = await routes.get('6b03e00a89fb6746dd7a3ad2')
    isTrue<Same<typeof document._id, WireObjectId>>()
    isTrue<Same<Awaited<ReturnType<typeof airports.get>>['document']['_id'], string>>()
    const [partial] = (await routes.find({ keys: { origin: 1 } }).page()).items
    isTrue<Same<NonNullable<typeof partial>['flights'], number | undefined>>()

    const first = await routes.first({ filter: { origin: 'SFO' } })
    isTrue<Same<typeof first, StoredDocument<Route> | undefined>>()
    const some = await routes.first({ keys: { origin: 1 } })
    isTrue<Same<NonNullable<typeof some>['flights'], number | undefined>>()

    await routes.count({ stops: 'LAX', 'at.gate': 'B7', $or: [{ origin: { $in: ['SFO', 'LAX'] } }, { flights: null }] })
    await airports.count({ city: null, _id: { $regex: '^S' }, _etag: { $exists: false } })
    await routes.count({ flights: { $bitsAllSet: 1, $bitsAnyClear: [0, 3] }, _etag: { $exists: true } })
    await routes.get(new Date(5))
    await routes.get(5n)
    await routes.insert({ origin: 'SFO', destination: 'LAX', flights: 1, at: { gate: 'B7' } })
    await routes.patch(document._id, { 'at.gate': 'C1', flights: 2 })
    await routes.patch(document._id, { $inc: { flights: 1 } })
    await airports.insert({ _id: 'SFO', city: 'San Francisco' })

    // @ts-expect-error a field that routes do not have
    routes.find({ filter: { orign: 'SFO' } })
    // @ts-expect-error a value of another type
    routes.find({ filter: { flights: 'many' } })
    // @ts-expect-error an operator that is none
    routes.find({ filter: { flights: { $greater: 5 } } })
    // @ts-expect-error an operator that no filter takes
    routes.find({ filter: { $expr: { $gt: ['$flights', 5] } } })
    // @ts-expect-error an operator that no change takes
    await routes.patch(document._id, { $bit: { flights: { and: 1 } } })
    // @ts-expect-error a field that routes do not have
    routes.find({ sort: 'orign' })
    // @ts-expect-error a stable list is sorted by _id
    routes.find({ stable: true, sort: 'origin' })
    // @ts-expect-error a field that routes do not have
    await routes.patch(document._id, { orign: 'SFO' })
    // @ts-expect-error a value of another type
    await routes.patch(document._id, { flights: 'many' })
    // @ts-expect-error destination is missing
    await routes.insert({ origin: 'SFO', flights: 1, at: { gate: 'B7' } })
    // @ts-expect-error the name of an airport is its id
    await airports.insert({ city: 'San Francisco' })
  },

  async names() {
    const sluice = createSluice<Types>(NOWHERE)
    const airports = sluice.collection('airports')
    isTrue<Same<typeof airports extends SluiceCollection<Airport> ? true : false, true>>()
    const page = await sluice.collection('routes').aggregate('busiest', { from: 'SFO' }).page()
    isTrue<Same<(typeof page.items)[number], { flights: number }>>()
    sluice.collection('routes').aggregate('all')
    sluice.collection('routes').aggregate('all', undefined, { pagesize: 5 })
    // @ts-expect-error a variable that is required
    sluice.collection('routes').aggregate('busiest')
    // @ts-expect-error a collection that is not there
    sluice.collection('route')
    // @ts-expect-error an aggregation that is not there
    sluice.collection('routes').aggregate('busy')
    // @ts-expect-error a variable of another name
    sluice.collection('routes').aggregate('busiest', { to: 'SFO' })
  },

  errors(error: unknown) {
    if (isSluiceError(error, 'CONFLICT')) isTrue<Same<typeof error.code, 'CONFLICT'>>()
    // @ts-expect-error a code that is none
    isSluiceError(error, 'CONFLCIT')
    if (!isSluiceError(error)) return
    switch (error.code) {
      case 'NOT_FOUND':
        return
      // @ts-expect-error a code that is none
      case 'NOT_FUOND':
        return
      default:
    }
  },

  async graphql() {
    const app = createSluice(NOWHERE).graphql('flights')
    type Find = { airport: { city: string } | null }
    const find: DocumentTypes<Find, { iata: string; limit?: number }> = Object('')
    const all: DocumentTypes<Find, { limit?: number }> = Object('')
    const { airport } = await app.query(find, { iata: 'SFO' })
    isTrue<Same<typeof airport, Find['airport']>>()
    await app.query(all)
    await app.query<Find>('{ airport(iata: "SFO") { city } }')
    // @ts-expect-error a variable that is required
    await app.query(find)
    // @ts-expect-error a variable of another type
    await app.query(find, { iata: 7 })
    // @ts-expect-error a variable of another name
    await app.query(find, { iata: 'SFO', max: 7 })
  },

  async resources() {
    const sluice = createSluice(NOWHERE)
    const { key } = await sluice.keys.issue({ name: 'nightly', roles: ['reader'] })
    isTrue<Same<typeof key, string>>()
    for await (const entry of sluice.webhooks.logs('w-1', { status: ['failed'] })) {
      isTrue<Same<typeof entry.summary, string>>()
    }
    isTrue<Same<ExchangeLine, AnswerOf<'listAllEvents'>['items'][number]>>()
    for await (const update of sluice.events.tail()) {
      if (update.event === 'exchange') isTrue<Same<typeof update.data, ExchangeLine>>()
    }
    const { webhook } = await sluice.webhooks.get('w-1')
    for await (const listed of sluice.webhooks.list()) isTrue<Same<typeof listed.type, 'http' | 'email'>>()
    if (webhook.type === 'http') isTrue<Same<typeof webhook.url, string>>()
    // @ts-expect-error a mail has no address on the web
    if (webhook.type === 'email') isTrue<Same<typeof webhook.url, string>>()
    const { data, error } = await sluice.raw.GET('/keys/policy')
    isTrue<Same<typeof data extends object | undefined ? true : false, true>>()
    isTrue<Same<typeof error extends { code: string } | undefined ? true : false, true>>()
    // @ts-expect-error a key has a name
    await sluice.keys.issue({ roles: [] })
    // @ts-expect-error a status that is none
    sluice.webhooks.logs('w-1', { status: ['fialed'] })
    // @ts-expect-error a path that is not described
    await sluice.raw.GET('/key/policy')
    // @ts-expect-error a step that is none
    await sluice.plugins.step('webhooks', 'start')
  },

  async owners() {
    const { webhooks } = createSluice(NOWHERE)
    const { webhook } = await webhooks.get('w-1')
    isTrue<Same<typeof webhook.contact, string[] | undefined>>()
    isTrue<Same<NonNullable<typeof webhook.autoDisabled>['failures'], number>>()
    if (webhook.type === 'http') isTrue<Same<NonNullable<typeof webhook.signature>['prefix'], string>>()
    const disableAfter = { failures: 100, days: 5 }
    await webhooks.patch('w-1', { disableAfter, contact: ['ann@example.com'], signature: { prefix: 'svix' } })
    for await (const { matched, more } of webhooks.redeliverAll('w-1', { status: 'skipped', dryRun: true })) {
      isTrue<Same<[typeof matched, typeof more], [number, boolean]>>()
    }
    // @ts-expect-error what is under way can't be delivered again
    webhooks.redeliverAll('w-1', { status: 'pending' })
    // @ts-expect-error days are a number
    await webhooks.put('w-1', { name: 'w', condition: 'true', url: '', disableAfter: { failures: 1, days: 'a few' } })
  },

  async people() {
    const { users, permissions } = createSluice(NOWHERE)
    await users.put('otto', { roles: ['crew'], town: 'Basel' })
    await users.patch('otto', { disabled: true, town: 'Bern' })
    await users.patch('otto', { $set: { disabled: true } })
    await permissions.put('p', { roles: ['crew'], predicate: "path('/plugins')" })
    for await (const user of users.list({ filter: { roles: 'crew' } })) isTrue<Same<typeof user.roles, string[]>>()
    // @ts-expect-error a user has roles
    await users.put('otto', {})
    // @ts-expect-error roles are a list
    await users.patch('otto', { roles: 'admin' })
    // @ts-expect-error a permission has roles and a predicate
    await permissions.put('p', {})
    // @ts-expect-error a predicate is a text
    await permissions.patch('p', { predicate: 5 })
    // @ts-expect-error a field that permissions do not have
    await permissions.put('p', { roles: ['crew'], predicate: 'true', priorty: 1 })
  },

  options() {
    // @ts-expect-error two ways to sign in
    createSluice({ ...NOWHERE, key: 'slk_', session: 'sls_' })
    // @ts-expect-error a name without its password
    createSluice({ ...NOWHERE, user: 'amelia' })
  },

  async deliveries() {
    const { payload } = await createReceiver('')(new Request(NOWHERE.url))
    isTrue<Same<typeof payload, WebhookPayload>>()
    const own = await createReceiver<{ order: string }>('')(new Request(NOWHERE.url))
    isTrue<Same<typeof own.payload, { order: string }>>()
  },
}

describe('the types', () => {
  it('are read by the compiler, not run', () => {
    expect(Object.keys(compiled)).toHaveLength(9)
    isTrue<Same<SluiceError['code'], SluiceErrorCode>>()
  })
})
