import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { describeOnStores } from '@sluice/testkit/stores'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'

await describeOnStores('webhooks that are replaced and their versions, by a permission with rules', openStore => {
  let dispatcher: TestDispatcher
  beforeAll(async () => {
    dispatcher = await openDispatcher({ store: await openStore() })
  }, 60_000)
  afterAll(() => dispatcher.close())

  const call = (rules: object, ...[method, target, body]: readonly [method: string, target: string, body?: unknown]) =>
    dispatcher.client.request(method, target, {
      user: { id: 'mia', roles: ['team'] },
      permission: { id: 'narrow', rules },
      body,
    })
  const owned = async (id: string) => (await dispatcher.client.request('GET', `/webhooks/${id}`)).json as Document
  const create = (fields: object) =>
    dispatcher.create({ condition: "path('/never')", url: 'https://hooks.example.com/x', ...fields })

  describe('readFilter', () => {
    it('shows a version to whom the webhook as it was and as it is are both shown', async () => {
      const { _id } = await create({ name: 'hidden once' })
      for (const name of ['shown', 'shown too']) {
        await dispatcher.client.request('PATCH', `/webhooks/${_id}`, { body: { name } })
      }
      const rules = { readFilter: { name: { $in: ['shown', 'shown too'] } } }
      const { json, headers } = await call(rules, 'GET', `/webhooks/${_id}/versions`)
      expect((json as Document[]).map(({ version }) => version)).toEqual([3, 2])
      expect(headers['x-total-count']).toBe('2')
      expect((await call(rules, 'GET', `/webhooks/${_id}/versions/2`)).status).toBe(200)
      expect((await call(rules, 'GET', `/webhooks/${_id}/versions/1`)).status).toBe(404)
      const none = { readFilter: { name: 'hidden once' } }
      for (const below of ['/versions', '/versions/1']) {
        expect((await call(none, 'GET', `/webhooks/${_id}${below}`)).status).toBe(404)
      }
    })

    it('answers a dry run as the write, by what the webhook would be', async () => {
      const rules = { readFilter: { name: 'south' } }
      const body = { name: 'south', condition: "path('/x')", url: 'https://hooks.example.com/x' }
      const fieldsOf = ({ json }: { json: unknown }) =>
        Object.keys(json as Document)
          .filter(name => !['secret', 'secretHint', '_etag'].includes(name))
          .sort()
      const tried = await call(rules, 'POST', '/webhooks?dryRun=true', body)
      const made = await call(rules, 'POST', '/webhooks', body)
      expect(tried).toMatchObject({ status: 201, json: body })
      expect(fieldsOf(tried)).toEqual(fieldsOf(made))
      const { _id } = made.json as Document
      const target = `/webhooks/${_id}`
      for (const [name, isShown] of [
        ['north', false],
        ['south', true],
      ] as const) {
        const answer = await call(rules, 'PATCH', `${target}?dryRun=true`, { name })
        expect(fieldsOf(answer)).toEqual(isShown ? fieldsOf(made) : ['_id'])
        expect(fieldsOf(await call(rules, 'PATCH', target, { name }))).toEqual(fieldsOf(answer))
      }
    })
  })

  describe('writeFilter', () => {
    it('lets nobody put a webhook in the place of one that it leaves out, nor try it', async () => {
      const { _id } = await create({ name: 'in its place' })
      const before = await owned(_id)
      const body = { name: 'mine', condition: "path('/x')", url: 'https://hooks.example.com/mine' }
      for (const query of ['', '?dryRun=true']) {
        const answer = await call({ writeFilter: { name: 'mine' } }, 'PUT', `/webhooks/${_id}${query}`, body)
        expect({ status: answer.status, ...(answer.json as Document) }).toMatchObject({ status: 409, code: 'CONFLICT' })
        expect(answer.text).not.toContain('in its place')
      }
      expect(await owned(_id)).toEqual(before)
    })

    it('is asked of the version that is restored, too', async () => {
      const { _id } = await create({ name: 'theirs once' })
      await dispatcher.client.request('PATCH', `/webhooks/${_id}`, { body: { name: 'ours now' } })
      const rules = { writeFilter: { name: 'ours now' } }
      expect((await call(rules, 'POST', `/webhooks/${_id}/versions/1/restore`, {})).status).toBe(404)
      expect(await owned(_id)).toMatchObject({ name: 'ours now', version: 2 })
    })
  })

  describe('mergeRequest', () => {
    it('sends no header value of a version to another server than the version did', async () => {
      const { _id } = await create({ name: 'with a secret', headers: { Authorization: 'Bearer of-the-partner' } })
      await dispatcher.client.request('PATCH', `/webhooks/${_id}`, { body: { headers: {} } })
      const target = `/webhooks/${_id}/versions/1/restore`
      const elsewhere = { mergeRequest: { url: 'https://north.example.org/in' } }
      for (const query of ['', '?dryRun=true']) {
        expect(await call(elsewhere, 'POST', `${target}${query}`, {})).toMatchObject({
          status: 400,
          json: { errors: [{ path: 'headers.Authorization' }] },
        })
      }
      const nearby = { mergeRequest: { url: 'https://hooks.example.com/in' } }
      expect((await call(nearby, 'POST', target, {})).status).toBe(200)
      const { store, db } = dispatcher.platform
      expect(await store.collection({ db, collection: 'webhooks' }).findOne({ _id })).toMatchObject({
        url: 'https://hooks.example.com/in',
        headers: { Authorization: 'Bearer of-the-partner' },
      })
    })
  })

  describe('projectResponse', () => {
    it.each<[string, Record<string, 0 | 1>, string[]]>([
      ['hides', { updatedAt: 0, version: 0 }, ['by', 'etag']],
      ['hides', { _etag: 0, by: 0 }, ['at', 'version']],
      ['does not list', { name: 1 }, []],
      ['does not list', { name: 1, version: 1 }, ['version']],
    ])('leaves out of the list of versions what it %s: %j', async (_, projectResponse, fields) => {
      const { _id } = await create({ name: 'listed' })
      const { json } = await call({ projectResponse }, 'GET', `/webhooks/${_id}/versions`)
      expect((json as Document[]).map(row => Object.keys(row).sort())).toEqual([fields])
    })

    it('hides fields of versions, and its ETag still names the version', async () => {
      const { _id } = await create({ name: 'hiding' })
      const rules = { projectResponse: { url: 0, headers: 0 } }
      const { json, headers } = await call(rules, 'GET', `/webhooks/${_id}/versions/1`)
      for (const field of ['url', 'headers']) expect(json).not.toHaveProperty(field)
      expect(headers.etag).toMatch(/^"1\.[0-9a-f]{8}"$/)
      const condition = { headers: { 'if-match': String(headers.etag) }, body: { name: 'hidden' } }
      expect((await dispatcher.client.request('PATCH', `/webhooks/${_id}`, condition)).status).toBe(200)
    })
  })
})
