import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { v7 } from 'uuid'
import { z } from 'zod'
import { collectionsOf } from '../src/adapters/collections.ts'
import { dayOf } from '../src/domain/execution/execution-id.ts'
import { logPage } from '../src/routes/logs-query.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

await describeOnStores('GET /webhooks/logs', openStore => {
  let receiver: TestReceiver
  let other: TestReceiver
  let dispatcher: TestDispatcher
  let start: number
  const named = new Map<string, string>()

  beforeAll(async () => {
    receiver = await openReceiver((_, response, body) => {
      response.statusCode = Number(/\/a\/(\d{3})"/.exec(body)?.[1] ?? 200)
      response.end()
    })
    other = await openReceiver()
    dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr, other.cidr], store: await openStore() })
    const create = async (name: string, url: string, condition: string) =>
      named.set(name, (await dispatcher.create({ name, url, condition }))._id)
    await create('first', receiver.url, "path-prefix('/a')")
    await create('second', other.url, "path-prefix('/a') or path-prefix('/b')")
    await create('third', receiver.url, "path-prefix('/b')")
    start = Date.now()
    const paths = ['/a/200', '/a/500', '/b/1', '/a/404', '/none']
    await dispatcher.send(...paths.map((path, index) => ({ path, id: v7({ msecs: start + index }) })))
    await eventually(async () => {
      const { items } = await read('limit=200')
      return items.length === 8 && items.every(({ status }) => status !== 'pending')
    })
  }, 60_000)
  afterAll(async () => {
    await dispatcher.close()
    await receiver.close()
    await other.close()
  })

  const call = (query: string, rules?: object) =>
    dispatcher.client.request('GET', `/webhooks/logs?${query}`, {
      ...(rules ? { user: { id: 'mia', roles: ['team'] }, permission: { id: 'narrow', rules } } : {}),
    })
  async function read(query: string, rules?: object) {
    const { status, json } = await call(query, rules)
    expect({ status, json }).toMatchObject({ status: 200 })
    return logPage.parse(json)
  }
  /** How far into the test the event of each entry was, and whose entry it is. */
  const told = async (query: string, rules?: object) => {
    const names = new Map([...named].map(([name, id]) => [id, name]))
    const { items } = await read(query, rules)
    const at = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - start
    return items
      .map(({ eventId, webhookId }) => `${at(eventId)} ${names.get(webhookId) ?? 'another'}`)
      .sort()
      .reverse()
  }
  const ALL = ['3 second', '3 first', '2 third', '2 second', '1 second', '1 first', '0 second', '0 first']

  const cases = [
    ['', ALL],
    ['status=failed', ['3 first', '1 first']],
    ['status=failed&status=success', ALL],
    ['status=pending', []],
    ['status=failed&status=pending&statusCode=5xx', ['1 first']],
    ['path=/b', ['2 third', '2 second']],
    ['q=/a/404', ['3 second', '3 first']],
  ] as const

  describe('200: what all webhooks have delivered, newest first, without what they skipped', () => {
    it.each(cases)('?%s', async (query, entries) => expect(await told(query)).toEqual(entries))

    it('?target=… by where the request went, ?webhook=… once or several times, ?from=&to=', async () => {
      expect(await told(`target=${encodeURIComponent(receiver.url)}`)).toEqual([
        '3 first',
        '2 third',
        '1 first',
        '0 first',
      ])
      expect(await told('target=https://example.com')).toEqual([])
      expect(await told('target=mail')).toEqual([])
      expect(await told(`webhook=${named.get('third')}`)).toEqual(['2 third'])
      const two = `webhook=${named.get('third')}&webhook=${named.get('first')}`
      expect(await told(two)).toEqual(['3 first', '2 third', '1 first', '0 first'])
      expect(await told(`from=${start + 1}&to=${start + 3}`)).toEqual(['2 third', '2 second', '1 second', '1 first'])
    })
  })

  it('200: pages have each entry once', async () => {
    expect((await pagesOf('limit=3')).toSorted()).toEqual((await pagesOf('limit=200')).toSorted())
  })

  async function pagesOf(query: string): Promise<string[]> {
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await read(`${query}${cursor}`)
      seen.push(...page.items.map(({ _id }) => _id))
      expect(seen.length).toBeLessThan(100)
      if (page.next === null) return seen
      cursor = `&cursor=${page.next}`
    }
  }

  it('200: shows nothing of webhooks that the permission leaves out; one that is named is 404', async () => {
    const rules = { readFilter: { name: 'third' } }
    expect(await told('', rules)).toEqual(['2 third'])
    expect(await told(`webhook=${named.get('third')}`, rules)).toEqual(['2 third'])
    const hidden = await call(`webhook=${named.get('first')}`, rules)
    const missing = await call('webhook=no-such', rules)
    expect([hidden.status, missing.status]).toEqual([404, 404])
    expect(z.object({ detail: z.string() }).parse(hidden.json).detail).toBe('There is no webhook with this id.')
    expect(await call('', { readFilter: { name: 'nobody' } })).toMatchObject({ json: { items: [], next: null } })
  })

  it('403: with a permission that hides fields, as entries show them in another form', async () => {
    expect((await call('', { projectResponse: { url: 0 } })).status).toBe(403)
  })

  it.each(['status=skipped', 'status=lost', 'target=nowhere', 'cursor=x', 'limit=0', 'webhooks=1', 'from=soon'])(
    '400: %s',
    async query => expect(await call(query)).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } }),
  )

  it('the log of one webhook takes several statuses too', async () => {
    const { items } = await dispatcher.logOf(named.get('first') ?? '', '?status=failed&status=skipped')
    expect(items.map(({ status }) => status).sort()).toEqual(['failed', 'failed', 'skipped', 'skipped'])
  })

  describe('with more webhooks than are read one by one', () => {
    beforeAll(async () => {
      for (let n = 0; n < 17; n += 1) {
        const condition = "path('/never')"
        await dispatcher.create({ name: `silent ${n}`, url: other.url, condition })
      }
    })

    it.each(cases)('200: the same for ?%s', async (query, entries) => expect(await told(query)).toEqual(entries))

    it('200: pages have each entry once, narrowed or not', async () => {
      expect((await pagesOf('limit=3')).toSorted()).toEqual((await pagesOf('limit=200')).toSorted())
      expect(await told('', { readFilter: { name: { $ne: 'second' } } })).toEqual([
        '3 first',
        '2 third',
        '1 first',
        '0 first',
      ])
    })

    it('reads a range of an index, whether or not only what failed is wanted', async () => {
      const { store, db } = dispatcher.platform
      const executions = store.collection(collectionsOf(db).executions(dayOf(start)))
      const range = { $gte: '0', $lt: 'f' }
      const newest = (field: string) => ({ sort: { [field]: -1 }, limit: 50 }) as const
      expect(await executions.indexFor({ _id: range }, newest('_id'))).toMatch(/^_id/)
      const failed = { eventId: range, status: 'failed' }
      expect(await executions.indexFor(failed, newest('eventId'))).toBe('status_1_eventId_-1')
    })

    it('200: without what was cleared', async () => {
      const cleared = await dispatcher.client.request('DELETE', `/webhooks/${named.get('second')}/logs`)
      expect(cleared.status).toBe(204)
      expect(await told('')).toEqual(ALL.filter(entry => !entry.endsWith('second')))
    })
  })
})
