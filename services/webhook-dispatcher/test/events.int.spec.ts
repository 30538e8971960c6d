import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventPage } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { v7 } from 'uuid'
import { documentLogStore } from '../src/adapters/log/document-log-store.ts'
import { toEventRow } from '../src/domain/execution/execution.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { type SampleExchange, sampleExchange } from '../src/testing/sample-exchange.ts'

const DAY_MS = 24 * 3_600_000

await describeOnStores('events', openStore => {
  let dispatcher: TestDispatcher
  let start: number
  let ids: string[]

  /** The exchanges that the filters are tried on, one a millisecond. */
  const SAMPLES: readonly SampleExchange[] = [
    { path: '/orders', method: 'POST', statusCode: 201, user: 'amelia', via: 'key', client: 'sdk/1.2.3' },
    { path: '/orders/1', method: 'GET', statusCode: 404, user: 'a/b%c', via: 'password', client: 'console' },
    { path: '/orders2', method: 'GET', statusCode: 500 },
    { path: '/b', method: 'PATCH', statusCode: 503, user: 'amelia', client: 'console/2.0' },
    { path: '/', method: 'GET', statusCode: 200, client: 'consoles' },
  ]

  beforeAll(async () => {
    dispatcher = await openDispatcher({
      store: await openStore(),
      retentionDays: 30,
      failedRetentionDays: 90,
    })
    start = Date.now() - 1000
    const sent = await dispatcher.send(...SAMPLES.map((sample, at) => ({ ...sample, id: v7({ msecs: start + at }) })))
    ids = sent.map(({ id }) => id)
    await eventually(async () => (await page('')).items.length === SAMPLES.length)
  }, 60_000)
  afterAll(async () => {
    await dispatcher.close()
  })

  const call = (target: string, rules?: object) =>
    dispatcher.client.request('GET', target, {
      ...(rules ? { user: { id: 'mia', roles: ['team'] }, permission: { id: 'narrow', rules } } : {}),
    })
  async function page(query: string) {
    const { status, json } = await call(`/events?${query}`)
    expect({ status, json }).toMatchObject({ status: 200 })
    return eventPage.parse(json)
  }
  /** Asks with the query. @returns the indexes of the samples that are found */
  const found = async (query: string) =>
    (await page(`${query}&to=${start + SAMPLES.length}`)).items.map(({ _id }) => ids.indexOf(_id))
  async function sendOne(sample: SampleExchange): Promise<string> {
    const [event] = await dispatcher.send(sample)
    const id = String(event?.id)
    await eventually(async () => (await call(`/events/${id}`)).status === 200)
    return id
  }

  describe('GET /events', () => {
    it.each([
      ['', [4, 3, 2, 1, 0]],
      ['path=/orders', [1, 0]],
      ['path=/orders/', [1, 0]],
      ['path=/', [4, 3, 2, 1, 0]],
      ['method=get', [4, 2, 1]],
      ['status=404', [1]],
      ['status=5xx', [3, 2]],
      ['user=amelia', [3, 0]],
      ['user=a%2Fb%25c', [1]],
      ['user=Amelia', []],
      ['client=console', [3, 1]],
      ['client=SDK/1.2.3', [0]],
      ['method=PATCH&user=amelia&status=5xx&client=console&path=/b', [3]],
    ])('200: those that fit, newest first: ?%s', async (query, expected) =>
      expect(await found(query)).toEqual(expected),
    )

    it('200: of a time, without headers and bodies', async () => {
      const { items } = await page(`from=${start}&to=${start + 1}`)
      expect(items).toEqual([
        {
          _id: ids[0],
          timestamp: { $date: expect.any(Number) },
          durationMs: 3,
          method: 'POST',
          path: '/orders',
          query: '',
          statusCode: 201,
          user: 'amelia',
          via: 'key',
          client: 'sdk/1.2.3',
          matched: [],
        },
      ])
      const { items: none } = await page(`from=${start + 2}&to=${start + 1}`)
      expect(none).toEqual([])
    })

    it('200: pages have each event once, also while new ones come in', async () => {
      const seen: string[] = []
      for (let cursor = ''; ; ) {
        const { items, next } = await page(`limit=2&from=${start}${cursor}`)
        seen.push(...items.map(({ _id }) => _id))
        await sendOne({ path: '/meanwhile' })
        if (next === null) break
        cursor = `&cursor=${next}`
      }
      expect(seen).toEqual(ids.toReversed())
    })

    it.each([
      ['path', 'orders'],
      ['method', 'GET%20POST'],
      ['status', '999'],
      ['status', 'ok'],
      ['user', ''],
      ['user', 'x'.repeat(201)],
      ['client', 'x'.repeat(61)],
      ['from', 'yesterday'],
      ['to', 'soon'],
      ['limit', '0'],
      ['limit', '201'],
      ['cursor', 'abc'],
    ])('400 that names the parameter: %s=%s', async (field, value) => {
      const answer = await call(`/events?${field}=${value}`)
      expect(answer).toMatchObject({ status: 400, json: { code: 'BAD_QUERY', errors: [{ path: field }] } })
    })

    it('400: for a parameter that it does not know, and one that is sent twice', async () => {
      expect(await call('/events?statusCode=404')).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } })
      expect(await call('/events?user=a&user=b')).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } })
    })

    it.each(['readFilter', 'projectResponse'])(
      '403: for whose permission narrows what is read, here by %s',
      async rule => {
        const rules = { [rule]: { name: 'x' } }
        expect((await call('/events', rules)).status).toBe(403)
        expect((await call(`/events/${ids[0]}`, rules)).status).toBe(403)
      },
    )

    it('200: none that is older than the log is kept, although it is still in the store', async () => {
      const log = documentLogStore(dispatcher.platform)
      const exchange = sampleExchange({ id: v7({ msecs: Date.now() - 91 * DAY_MS }) })
      await log.open(toEventRow(exchange, []), [])
      expect(await log.event(exchange.event.id)).toBeDefined()
      expect((await page(`from=0&to=${Date.now() - 90 * DAY_MS}`)).items).toEqual([])
      expect((await call(`/events/${exchange.event.id}`)).status).toBe(404)
    })
  })
})
