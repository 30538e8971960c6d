import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { describeOnStores } from '@sluice/testkit/stores'
import { openDefinitions, ordersWebhook, type TestDefinitions } from '../src/testing/definition-requests.ts'

await describeOnStores('versions and dry runs of webhooks', openStore => {
  let definitions: TestDefinitions
  beforeAll(async () => {
    definitions = await openDefinitions(await openStore())
  })
  afterAll(() => definitions.close())
  beforeEach(() => definitions.clear())

  const codeOf = ({ json }: { json: unknown }) => (json as { code?: string }).code

  describe('a write that changes nothing', () => {
    it.each<[string, string, object]>([
      ['PUT', '/one', ordersWebhook],
      ['PATCH', '/one', { name: ordersWebhook.name }],
      ['POST', '/one/versions/1/restore', {}],
    ])('%s %s makes no version', async (method, target, body) => {
      await definitions.request('PUT', '/one', ordersWebhook)
      const before = definitions.position()
      const answer = await definitions.request(method, target, body)
      expect(answer).toMatchObject({ status: 200, headers: { etag: '"1"' }, json: { version: 1 } })
      expect([await definitions.versionsOf('one'), definitions.position()]).toEqual([
        [expect.objectContaining({ version: 1 })],
        before,
      ])
    })
  })

  describe('versions', () => {
    it('say of each write when it was, whose and with which etag, newest first', async () => {
      await definitions.request('PUT', '/one', ordersWebhook)
      await definitions.first.client.request('PATCH', '/webhooks/one', {
        body: { name: 'other' },
        user: { id: 'eva', roles: ['admin'] },
      })
      const answer = await definitions.request('GET', '/one/versions')
      expect(answer).toMatchObject({ status: 200, headers: { 'x-total-count': '2' } })
      expect(answer.json).toEqual([
        { version: 2, at: { $date: expect.any(Number) }, by: 'eva', etag: '2' },
        { version: 1, at: { $date: expect.any(Number) }, by: 'admin', etag: '1' },
      ])
      expect((await definitions.request('GET', '/one/versions?page=2&pagesize=1')).json).toMatchObject([{ version: 1 }])
    })

    it('are shown as a GET shows webhooks: no secret, header values masked', async () => {
      await definitions.request('PUT', '/one', ordersWebhook)
      await definitions.request('PATCH', '/one', { name: 'other' })
      const { status, json, text, headers } = await definitions.request('GET', '/one/versions/1')
      expect({ status, json }).toMatchObject({
        status: 200,
        json: { _id: 'one', name: 'orders', version: 1, headers: { Authorization: '[masked]' } },
      })
      expect(headers.etag).toBe('"1"')
      expect(text).not.toMatch(/whsec_|Bearer/)
    })

    it('404: of a webhook that is not there, of a number that there is not', async () => {
      await definitions.request('PUT', '/one', ordersWebhook)
      for (const target of [
        '/two/versions',
        '/two/versions/1',
        '/one/versions/2',
        '/one/versions/x',
        '/one/versions/01',
      ]) {
        expect((await definitions.request('GET', target)).status).toBe(404)
      }
      expect((await definitions.request('POST', '/one/versions/9/restore', {})).status).toBe(404)
    })

    it('are restored with the header values and the address that they had, and the secret of now', async () => {
      await definitions.request('PUT', '/one', ordersWebhook)
      await definitions.request('PATCH', '/one', {
        url: 'https://other.example.com/',
        headers: { Authorization: 'Bearer later' },
      })
      const { json: rotated } = await definitions.request('POST', '/one/secret', { graceSeconds: 0 })
      const { secretHint } = rotated as { secretHint: string }
      const restored = await definitions.request('POST', '/one/versions/1/restore', {}, { 'if-match': '"3"' })
      expect(restored).toMatchObject({
        status: 200,
        headers: { etag: '"4"' },
        json: { version: 4, url: ordersWebhook.url, secretHint },
      })
      const { store, db } = definitions.first.platform
      expect(await store.collection({ db, collection: 'webhooks' }).findOne({ _id: 'one' })).toMatchObject({
        headers: ordersWebhook.headers,
      })
      expect((await definitions.request('POST', '/one/versions/2/restore', {}, { 'if-match': '"3"' })).status).toBe(412)
    })
  })

  describe('dryRun', () => {
    const writes: [string, string, object | undefined, number][] = [
      ['POST', '?dryRun=true', ordersWebhook, 201],
      ['PUT', '/new?dryRun=true', ordersWebhook, 201],
      ['PUT', '/one?dryRun=true', { ...ordersWebhook, name: 'other' }, 200],
      ['PATCH', '/one?dryRun=true', { name: 'other' }, 200],
      ['DELETE', '/one?dryRun=true', undefined, 204],
      ['POST', '/one/secret?dryRun=true', {}, 200],
      ['POST', '/one/versions/1/restore?dryRun=true', {}, 200],
    ]

    it.each(writes)(
      '%s %s answers as if it were done, and writes nothing',
      async (...[method, target, body, status]) => {
        await definitions.request('PUT', '/one', ordersWebhook)
        await definitions.request('PATCH', '/one', { name: 'second' })
        const [rows, position] = [await definitions.stored(), definitions.position()]
        const answer = await definitions.request(method, target, body)
        expect(answer.status).toBe(status)
        expect(answer.text).not.toContain('whsec_')
        expect(answer.headers.etag).toBeUndefined()
        expect([await definitions.stored(), definitions.position()]).toEqual([rows, position])
      },
    )

    it('shows no part of a secret that will never be', async () => {
      for (const [method, target] of [
        ['POST', '?dryRun=true'],
        ['PUT', '/new?dryRun=true'],
      ] as const) {
        const { json, headers } = await definitions.request(method, target, ordersWebhook)
        for (const field of ['secret', 'secretHint']) expect(json).not.toHaveProperty(field)
        expect(headers.location).toBeUndefined()
      }
    })

    it('refuses what the write would refuse', async () => {
      await definitions.request('PUT', '/one', ordersWebhook)
      const refused: [string, string, object | undefined, Record<string, string>, number][] = [
        ['POST', '?dryRun=true', { ...ordersWebhook, condition: 'nope' }, {}, 400],
        ['PUT', '/versions?dryRun=true', ordersWebhook, {}, 400],
        ['PUT', '/one?dryRun=true', ordersWebhook, { 'if-none-match': '*' }, 412],
        ['PATCH', '/one?dryRun=true', { name: 'x' }, { 'if-match': '"7"' }, 412],
        ['PATCH', '/two?dryRun=true', { name: 'x' }, {}, 404],
        ['DELETE', '/two?dryRun=true', undefined, {}, 404],
        ['DELETE', '/one?dryRun=true', undefined, { 'if-match': '"7"' }, 412],
      ]
      for (const [method, target, body, headers, status] of refused) {
        expect([method, target, (await definitions.request(method, target, body, headers)).status]).toEqual([
          method,
          target,
          status,
        ])
      }
    })

    it.each(['dryrun=true', 'dryRun=yes', 'dryRun', 'dryRun=true&dryRun=true', 'verbose=1'])(
      'a write with ?%s is refused, as what was meant is not known',
      async query => {
        const answer = await definitions.request('PUT', `/one?${query}`, ordersWebhook)
        expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 400, code: 'BAD_QUERY' })
        expect((await definitions.request('GET', '/one')).status).toBe(404)
      },
    )
  })
})
