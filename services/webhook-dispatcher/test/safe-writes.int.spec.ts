import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { describeOnStores } from '@sluice/testkit/stores'
import { openDefinitions, ordersWebhook, type TestDefinitions } from '../src/testing/definition-requests.ts'

await describeOnStores('writes of webhooks through two dispatchers', openStore => {
  let definitions: TestDefinitions
  beforeAll(async () => {
    definitions = await openDefinitions(await openStore())
  })
  afterAll(() => definitions.close())
  beforeEach(() => definitions.clear())

  const codeOf = ({ json }: { json: unknown }) => (json as { code?: string }).code

  describe('PUT of an id that the client has chosen', () => {
    it('makes the webhook with its secret, then replaces it without', async () => {
      const made = await definitions.request('PUT', '/new-route', ordersWebhook)
      expect(made).toMatchObject({ status: 201, headers: { etag: '"1"', location: '/webhooks/new-route' } })
      expect(made.json).toMatchObject({ _id: 'new-route', version: 1, secret: expect.stringMatching(/^whsec_/) })
      const replaced = await definitions.request('PUT', '/new-route', { ...ordersWebhook, name: 'other' })
      expect(replaced).toMatchObject({ status: 200, headers: { etag: '"2"' }, json: { version: 2, name: 'other' } })
      expect(replaced.text).not.toContain('whsec_')
    })

    it.each(['a.1', '..a', 'A_b-c.d', 'x'.repeat(100), '0190a3e2-7d3c-7cc3-98c4-dc0c0c07398f'])(
      'takes %s',
      async id => {
        expect((await definitions.request('PUT', `/${id}`, ordersWebhook)).status).toBe(201)
        expect((await definitions.request('GET', `/${id}`)).json).toMatchObject({ _id: id })
      },
    )

    it.each(['conditions', 'secret', 'versions', 'redeliver', '_size'])(
      'refuses %s, which stands for something else',
      async id => {
        const { store, db } = definitions.first.platform
        const answer = await definitions.request('PUT', `/${id}`, ordersWebhook)
        expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 400, code: 'VALIDATION_FAILED' })
        expect(await store.collection({ db, collection: 'webhooks' }).findOne({ _id: id })).toBeUndefined()
      },
    )

    it.each(['mail-server', 'recordings', 'templates', 'mail-allowance', 'test', 'logs', 'stats', 'listen'])(
      'makes no webhook of %s, where something else is served',
      async id => {
        expect([400, 405]).toContain((await definitions.request('PUT', `/${id}`, ordersWebhook)).status)
        expect((await definitions.stored()).webhooks).toEqual([])
      },
    )

    it.each(['a%20b', 'a%2Cb', 'x'.repeat(101), '%C3%A4', '...'])('refuses %s', async id => {
      expect((await definitions.request('PUT', `/${id}`, ordersWebhook)).status).toBe(400)
    })

    it('refuses a body that names another id', async () => {
      const answer = await definitions.request('PUT', '/one', { ...ordersWebhook, _id: 'two' })
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: '_id' }] } })
      expect((await definitions.request('PUT', '/one', { ...ordersWebhook, _id: 'one' })).status).toBe(201)
    })

    it('takes a webhook that was read elsewhere, but no masked value without one behind it', async () => {
      await definitions.request('PUT', '/one', { ...ordersWebhook, headers: {} })
      const { json } = await definitions.request('GET', '/one')
      expect((await definitions.request('PUT', '/copy', { ...(json as object), _id: 'copy' })).status).toBe(201)
      await definitions.request('PUT', '/masked', ordersWebhook)
      const masked = (await definitions.request('GET', '/masked')).json as object
      const refused = await definitions.request('PUT', '/copy-2', { ...masked, _id: 'copy-2' })
      expect(refused).toMatchObject({ status: 400, json: { errors: [{ path: 'headers.Authorization' }] } })
    })

    it('is refused while the plugin is off, a replacement is not', async () => {
      await definitions.request('PUT', '/one', ordersWebhook)
      await definitions.first.setPlugin('disabled')
      const [made, replaced] = [
        await definitions.request('PUT', '/two', ordersWebhook),
        await definitions.request('PUT', '/one', ordersWebhook),
      ]
      await definitions.first.setPlugin('enabled')
      expect([codeOf(made), replaced.status]).toEqual(['WEBHOOKS_PLUGIN_DISABLED', 200])
    })

    it('goes on with the versions of one that was deleted, so that no ETag names two webhooks', async () => {
      await definitions.request('PUT', '/a', ordersWebhook)
      await definitions.request('PUT', '/a', { ...ordersWebhook, name: 'other' })
      await definitions.request('DELETE', '/a')
      expect(await definitions.request('PUT', '/a', ordersWebhook)).toMatchObject({
        status: 201,
        headers: { etag: '"3"' },
      })
      expect((await definitions.request('PATCH', '/a', { name: 'stale' }, { 'if-match': '"1"' })).status).toBe(412)
    })

    it('keeps the versions of a, a.1 and a.1.1 apart', async () => {
      for (const id of ['a', 'a.1', 'a.1.1']) {
        for (const name of ['one', 'two', 'three']) {
          expect(
            (await definitions.request('PUT', `/${id}`, { ...ordersWebhook, name: `${id} ${name}` })).status,
          ).toBeLessThan(300)
        }
      }
      for (const id of ['a', 'a.1', 'a.1.1']) {
        expect((await definitions.versionsOf(id)).map(({ version }) => version)).toEqual([3, 2, 1])
        expect((await definitions.request('GET', `/${id}/versions/2`)).json).toMatchObject({
          _id: id,
          name: `${id} two`,
        })
      }
    })

    it('fires for events, and its log is found', async () => {
      await definitions.request('PUT', '/a.1', { ...ordersWebhook, enabled: true })
      const [event] = await definitions.first.send({ path: '/nothing' })
      const entry = await definitions.first.entryOf('a.1', String(event?.id))
      expect(entry).toMatchObject({ webhookId: 'a.1', status: 'skipped' })
    })
  })

  describe('two editors of one webhook', () => {
    it('do not overwrite each other: the second is told', async () => {
      const { headers } = await definitions.request('PUT', '/one', ordersWebhook)
      const condition = { 'if-match': String(headers.etag) }
      const [eva, ada] = [
        await definitions.request('PATCH', '/one', { name: 'by eva' }, condition),
        await definitions.request('PATCH', '/one', { name: 'by ada' }, condition),
      ]
      expect([eva.status, ada.status, codeOf(ada)]).toEqual([200, 412, 'PRECONDITION_FAILED'])
      expect((await definitions.request('GET', '/one')).json).toMatchObject({ name: 'by eva', version: 2 })
    })

    it.each(['PUT', 'PATCH', 'DELETE'])('who race through two dispatchers by %s: one wins', async method => {
      for (let round = 0; round < 5; round += 1) {
        const { headers } = await definitions.request('PUT', `/race-${round}`, ordersWebhook)
        const condition = { 'if-match': String(headers.etag) }
        const write = (send: typeof definitions.request, name: string) =>
          send(method, `/race-${round}`, method === 'DELETE' ? undefined : { ...ordersWebhook, name }, condition)
        const answers = await Promise.all([write(definitions.request, 'eva'), write(definitions.atSecond, 'ada')])
        const [won, lost] = answers.map(({ status }) => status).sort()
        expect([won, lost]).toEqual([method === 'DELETE' ? 204 : 200, method === 'DELETE' ? 404 : 412])
      }
    })

    it('who make one id through two dispatchers at once: one makes it', async () => {
      for (let round = 0; round < 5; round += 1) {
        const make = (send: typeof definitions.request) =>
          send('PUT', `/born-${round}`, ordersWebhook, { 'if-none-match': '*' })
        const answers = await Promise.all([make(definitions.request), make(definitions.atSecond)])
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 412])
      }
    })

    it('are told by a rotation of the secret too', async () => {
      const { headers } = await definitions.request('PUT', '/one', ordersWebhook)
      await definitions.request('PATCH', '/one', { name: 'other' })
      const rotated = await definitions.request('POST', '/one/secret', {}, { 'if-match': String(headers.etag) })
      expect([rotated.status, rotated.text.includes('whsec_')]).toEqual([412, false])
      expect(await definitions.request('POST', '/one/secret', {})).toMatchObject({
        status: 200,
        headers: { etag: '"3"' },
      })
    })
  })

  describe('dryRun', () => {
    it('does not tell whether a guess of a value that is not shown is right', async () => {
      await definitions.request('PUT', '/one', ordersWebhook)
      await definitions.request('PATCH', '/one', { name: 'second' })
      const guess = (value: string) =>
        definitions.request('PATCH', '/one?dryRun=true', { headers: { Authorization: value } })
      const right = await guess(ordersWebhook.headers.Authorization)
      expect(right).toMatchObject({ status: 200, json: { headers: { Authorization: '[masked]' }, version: 2 } })
      expect((await guess('Bearer of-nobody')).json).toEqual(right.json)
    })
  })

  describe('preconditions', () => {
    it('If-Match makes nothing, by a star neither', async () => {
      for (const etag of ['"1"', '*']) {
        expect((await definitions.request('PUT', '/none', ordersWebhook, { 'if-match': etag })).status).toBe(412)
      }
      expect((await definitions.request('GET', '/none')).status).toBe(404)
    })

    it('stand in the list and in each answer', async () => {
      const made = await definitions.request('POST', '', ordersWebhook)
      expect(made).toMatchObject({ status: 201, headers: { etag: '"1"' } })
      expect((await definitions.request('GET', '')).json).toMatchObject([{ _etag: '1' }])
      expect(await definitions.request('GET', String(made.headers.location).slice('/webhooks'.length))).toMatchObject({
        headers: { etag: '"1"' },
        json: { _etag: '1' },
      })
    })

    it('a document that was read may be sent back with its _etag', async () => {
      await definitions.request('PUT', '/one', ordersWebhook)
      const { json } = await definitions.request('GET', '/one')
      expect((await definitions.request('PUT', '/one', json)).status).toBe(200)
    })

    it('an If-None-Match that names a version is refused with a write', async () => {
      const answer = await definitions.request('PUT', '/one', ordersWebhook, { 'if-none-match': '"1"' })
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 400, code: 'BAD_REQUEST' })
    })
  })
})
