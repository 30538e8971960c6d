import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { eventually } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { array, assert, asyncProperty, constantFrom, tuple } from 'fast-check'
import { executionId } from '../src/domain/execution/execution-id.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

await describeOnStores('webhooks, by a permission with rules', openStore => {
  let receiver: TestReceiver
  let dispatcher: TestDispatcher
  beforeAll(async () => {
    receiver = await openReceiver()
    dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr], store: await openStore() })
  }, 60_000)
  afterAll(async () => {
    await dispatcher.close()
    await receiver.close()
  })

  const by = (rules: object) => ({ user: { id: 'mia', roles: ['team'] }, permission: { id: 'narrow', rules } })
  const call = (rules: object, ...[method, target, body]: readonly [method: string, target: string, body?: unknown]) =>
    dispatcher.client.request(method, target, { ...by(rules), body })
  const owned = async (id: string) => (await dispatcher.client.request('GET', `/webhooks/${id}`)).json as Document
  const create = (fields: object) =>
    dispatcher.create({ condition: "path('/never')", url: 'https://hooks.example.com/x', ...fields })
  const listed = async (rules: object, query = '?pagesize=1000') => {
    const answer = await call(rules, 'GET', `/webhooks${query}`)
    expect(answer.status).toBe(200)
    return { documents: answer.json as Document[], total: answer.headers['x-total-count'] }
  }
  const idsOf = (documents: readonly Document[]) => documents.map(({ _id }) => String(_id)).sort()

  /** A webhook that has delivered once. */
  async function delivered(name: string) {
    const { _id } = await create({ name, condition: `path('/${name}')`, url: receiver.url })
    const [event] = await dispatcher.send({ path: `/${name}` })
    const eventId = String(event?.id)
    await dispatcher.entryOf(_id, eventId)
    return { _id, logId: executionId(eventId, _id) }
  }

  describe('readFilter', () => {
    it('shows what the store finds by it, whatever it is', async () => {
      const { path, collection, make } = dispatcher.listed
      for (let index = 0; index < 12; index += 1) await dispatcher.client.request('POST', path, { body: make(index) })
      const stored = dispatcher.platform.store.collection({ db: dispatcher.platform.db, collection })
      const field = constantFrom(
        'name',
        'type',
        'url',
        'enabled',
        'maxPerMinute',
        'headers.X-Team',
        'email.to',
        'retry',
      )
      const value = constantFrom<unknown>('webhook 1', 'http', 'https://hooks.example.com/2', true, 105, 'team-1', null)
      const condition = tuple(field, constantFrom('$eq', '$ne', '$gt', '$lte'), value)
      const filter = array(condition, { minLength: 1, maxLength: 3 }).map(conditions => ({
        $or: conditions.map(([name, operator, operand]) => ({ [name]: { [operator]: operand } })),
      }))
      const check = asyncProperty(filter, async readFilter => {
        const { documents, total } = await listed({ readFilter })
        const found = await stored.find(readFilter)
        expect(idsOf(documents)).toEqual(idsOf(found))
        expect(total).toBe(String(found.length))
      })
      await assert(check, { numRuns: 60 })
    })

    it('may look at what is stored and not shown; what the caller searches by may not', async () => {
      const { _id, secret } = await create({ name: 'keeper', headers: { Authorization: 'Bearer of-the-owner' } })
      expect(idsOf((await listed({ readFilter: { secret } })).documents)).toEqual([_id])
      expect((await listed({ readFilter: { _id } }, '?q=of-the-owner')).total).toBe('0')
      expect((await listed({ readFilter: { _id } }, `?q=${secret.slice(6, 16)}`)).total).toBe('0')
      expect((await listed({ readFilter: { _id } }, '?type=http')).total).toBe('1')
      expect((await listed({ readFilter: { _id }, projectResponse: { type: 0 } }, '?type=http')).total).toBe('0')
    })

    it('makes a webhook that it leaves out a missing one, in all that shows something of it', async () => {
      const { _id, logId } = await delivered('unread')
      const rules = { readFilter: { name: 'another' } }
      for (const [method, below, body] of [
        ['GET', ''],
        ['GET', '/logs'],
        ['GET', '/logs/tail'],
        ['GET', `/logs/${logId}`],
        ['POST', '/secret', {}],
        ['POST', '/test', {}],
        ['POST', `/logs/${logId}/redeliver`, {}],
        ['POST', '/redeliver', { status: 'success', dryRun: true }],
      ] as const) {
        const hidden = await call(rules, method, `/webhooks/${_id}${below}`, body)
        const missing = await call(rules, method, `/webhooks/no-such-webhook${below}`, body)
        expect({ method, below, status: hidden.status }).toEqual({ method, below, status: 404 })
        expect((hidden.json as Document).detail).toBe((missing.json as Document).detail)
      }
      expect((await owned(_id)).version).toBe(1)
    })

    it('ends the tail of a webhook that it leaves out from now on', async () => {
      const { _id } = await create({ name: 'followed' })
      const tail = dispatcher.tail(`/webhooks/${_id}/logs/tail`, undefined, by({ readFilter: { name: 'followed' } }))
      const others = dispatcher.tail(`/webhooks/${_id}/logs/tail`)
      await eventually(() => tail.status() === 200 && others.status() === 200)
      await dispatcher.client.request('PATCH', `/webhooks/${_id}`, { body: { name: 'taken away' } })
      await eventually(() => tail.isEnded())
      expect(others.isEnded()).toBe(false)
      others.leave()
    })

    it('answers a write of what the caller may not read with the id alone', async () => {
      const rules = { readFilter: { name: 'readable' } }
      const body = { name: 'dropped in', condition: "path('/x')", url: 'https://hooks.example.com/x' }
      const made = await call(rules, 'POST', '/webhooks', body)
      const { _id } = made.json as Document
      expect(made).toMatchObject({ status: 201, headers: { location: `/webhooks/${_id}` } })
      expect(made.json).toEqual({ _id })
      const changed = await call(rules, 'PATCH', `/webhooks/${_id}`, { maxPerMinute: 7 })
      expect(changed).toMatchObject({ status: 200, json: { _id } })
      expect(changed.json).toEqual({ _id })
      const now = await call(rules, 'PATCH', `/webhooks/${_id}`, { name: 'readable' })
      expect(now.json).toMatchObject({ _id, maxPerMinute: 7 })
    })
  })

  describe('writeFilter', () => {
    it('makes a webhook that it leaves out a missing one for all that changes it or acts with it', async () => {
      const { _id, logId } = await delivered('unwritten')
      const before = { stored: await owned(_id), sent: receiver.received.length }
      const rules = { writeFilter: { name: 'another' } }
      for (const [method, below, body] of [
        ['PATCH', '', { enabled: false }],
        ['DELETE', ''],
        ['POST', '/secret', {}],
        ['POST', '/versions/1/restore', {}],
        ['POST', '/test', {}],
        ['DELETE', '/logs'],
        ['POST', `/logs/${logId}/redeliver`, {}],
        ['POST', '/redeliver', { status: 'success' }],
      ] as const) {
        const foreign = await call(rules, method, `/webhooks/${_id}${below}`, body)
        const missing = await call(rules, method, `/webhooks/no-such-webhook${below}`, body)
        expect({ method, below, status: foreign.status }).toEqual({ method, below, status: 404 })
        expect((foreign.json as Document).detail).toBe((missing.json as Document).detail)
      }
      expect(await owned(_id)).toEqual(before.stored)
      expect(receiver.received).toHaveLength(before.sent)
      expect((await dispatcher.logOf(_id)).items).toHaveLength(1)
      expect((await call(rules, 'GET', `/webhooks/${_id}`)).status).toBe(200)
    })

    it('lets what it names be changed, acted with and deleted', async () => {
      const { _id, logId } = await delivered('written')
      const rules = { writeFilter: { name: 'written' } }
      for (const [method, below, status, body] of [
        ['PATCH', '', 200, { maxPerMinute: 5 }],
        ['POST', '/secret', 200, {}],
        ['POST', '/test', 200, {}],
        ['POST', `/logs/${logId}/redeliver`, 201, {}],
        ['DELETE', '/logs', 204],
        ['DELETE', '', 204],
      ] as const) {
        expect((await call(rules, method, `/webhooks/${_id}${below}`, body)).status).toBe(status)
      }
      expect((await owned(_id)).code).toBe('NOT_FOUND')
    })

    it('judges a change in the moment of the write', async () => {
      const { _id } = await create({ name: 'ours' })
      const rules = { writeFilter: { name: 'ours' } }
      for (let round = 0; round < 15; round += 1) {
        const name = round % 2 ? 'ours' : 'theirs'
        const hand = dispatcher.client.request('PATCH', `/webhooks/${_id}`, { body: { name } })
        await Promise.all([hand, call(rules, 'PATCH', `/webhooks/${_id}`, { maxPerMinute: 1000 + round })])
      }
      const { store, db } = dispatcher.platform
      const rows = await store
        .collection({ db, collection: 'webhookVersions' })
        .find({ webhookId: _id }, { sort: { from: 1 } })
      const versions = rows.map(({ webhook }) => webhook as { name: string; maxPerMinute: number })
      const changed = versions.flatMap((version, at) => {
        const before = versions[at - 1]
        return before && before.maxPerMinute !== version.maxPerMinute ? [before.name] : []
      })
      expect(new Set([...changed, 'ours'])).toEqual(new Set(['ours']))
    })

    it('keeps a deletion from ending the version of a webhook that it leaves out', async () => {
      const { _id } = await create({ name: 'standing' })
      await call({ writeFilter: { name: 'another' } }, 'DELETE', `/webhooks/${_id}`)
      const { store, db } = dispatcher.platform
      const versions = store.collection({ db, collection: 'webhookVersions' })
      expect(await versions.count({ webhookId: _id, until: null })).toBe(1)
    })
  })

  describe('projectResponse', () => {
    const HIDING = { projectResponse: { url: 0, headers: 0, secret: 0, secretHint: 0 } }

    it('hides fields in every answer, the secret that is shown once too', async () => {
      const body = { name: 'hidden', condition: "path('/x')", url: 'https://hooks.example.com/hidden' }
      const made = await call(HIDING, 'POST', '/webhooks', body)
      const { _id } = made.json as Document
      const answers = [
        made,
        await call(HIDING, 'GET', `/webhooks/${_id}`),
        await call(HIDING, 'GET', '/webhooks?q=hidden'),
        await call(HIDING, 'PATCH', `/webhooks/${_id}`, { maxPerMinute: 9 }),
        await call(HIDING, 'PUT', `/webhooks/${_id}`, body),
      ]
      for (const { status, text } of answers) {
        expect(status).toBeLessThan(300)
        expect(text).toContain('"hidden"')
        expect(text).not.toMatch(/whsec_|secretHint|hooks\.example|headers/)
      }
    })

    it('or shows these fields alone', async () => {
      const { _id } = await create({ name: 'narrow' })
      const shown = await call({ projectResponse: { name: 1 } }, 'GET', `/webhooks/${_id}`)
      expect(shown.json).toEqual({ _id, name: 'narrow' })
    })

    it('keeps hidden fields from being searched', async () => {
      await create({ name: 'searched', condition: "path('/quite-special')", url: 'https://quite-special.example.com/' })
      const hits = async (projectResponse: object) => (await listed({ projectResponse }, '?q=quite-special')).total
      expect(await hits({ url: 0 })).toBe('1')
      expect(await hits({ condition: 0 })).toBe('1')
      expect(await hits({ url: 0, condition: 0 })).toBe('0')
      expect(await hits({ name: 1 })).toBe('0')
    })

    it('refuses to make a secret that nobody would see, and changes nothing', async () => {
      const { _id } = await create({ name: 'unseen' })
      const answer = await call({ projectResponse: { secret: 0 } }, 'POST', `/webhooks/${_id}/secret`, {})
      expect(answer).toMatchObject({ status: 403, json: { code: 'FIELD_HIDDEN', errors: [{ path: 'secret' }] } })
      expect((await owned(_id)).version).toBe(1)
    })
  })

  describe('mergeRequest', () => {
    const rules = {
      mergeRequest: {
        enabled: false,
        maxPerMinute: { $numberDouble: '60.0' },
        'headers.X-Team': 'red',
        timeout_ms: 2000,
      },
    }
    const FIXED = { enabled: false, maxPerMinute: 60, timeout_ms: 2000 }
    const body = { name: 'merged', condition: "path('/x')", url: 'https://hooks.example.com/x' }
    const stored = (id: unknown) =>
      dispatcher.platform.store
        .collection({ db: dispatcher.platform.db, collection: 'webhooks' })
        .findOne({ _id: String(id) })

    it('wins over all that is sent, dotted keys and other spellings too', async () => {
      const made = await call(rules, 'POST', '/webhooks', {
        ...body,
        enabled: true,
        maxPerMinute: 5,
        headers: { 'x-team': 'blue', 'X-Tenant-Id': '7' },
      })
      expect(made).toMatchObject({ status: 201, json: FIXED })
      const { _id } = made.json as Document
      expect(await stored(_id)).toMatchObject({ ...FIXED, headers: { 'X-Team': 'red', 'X-Tenant-Id': '7' } })
      for (const [method, sent] of [
        ['PATCH', { enabled: true, timeout_ms: 9000, 'headers.X-Team': 'blue' }],
        ['PATCH', { headers: { 'X-TEAM': 'blue' }, maxPerMinute: null }],
        ['PUT', { ...body, enabled: true, headers: { 'x-TEAM': 'blue' } }],
      ] as const) {
        expect(await call(rules, method, `/webhooks/${_id}`, sent)).toMatchObject({ status: 200, json: FIXED })
        expect(await stored(_id)).toMatchObject({ ...FIXED, headers: { 'X-Team': 'red' } })
        expect(Object.keys(Object((await stored(_id))?.headers))).not.toContain('x-TEAM')
      }
    })

    it('is in what a rotation writes as well', async () => {
      const { _id } = await create({ name: 'free', enabled: true })
      expect((await call(rules, 'POST', `/webhooks/${_id}/secret`, {})).status).toBe(200)
      expect(await stored(_id)).toMatchObject({ ...FIXED, headers: { 'X-Team': 'red' }, version: 2 })
    })

    it('that sets the _id lets no other webhook be changed', async () => {
      const { _id } = await create({ name: 'other' })
      const other = { mergeRequest: { _id: 'mine' } }
      expect((await call(other, 'PATCH', `/webhooks/${_id}`, { name: 'x' })).status).toBe(403)
      expect((await call(other, 'PUT', `/webhooks/${_id}`, body)).status).toBe(403)
      expect((await call(other, 'POST', `/webhooks/${_id}/secret`, {})).status).toBe(403)
      expect(await owned(_id)).toMatchObject({ name: 'other', version: 1 })
      expect((await call({ mergeRequest: { _id } }, 'PATCH', `/webhooks/${_id}`, { name: 'own' })).status).toBe(200)
    })

    it('is checked with the rest', async () => {
      const answer = await call({ mergeRequest: { url: 'http://127.0.0.1/' } }, 'POST', '/webhooks', body)
      expect(answer).toMatchObject({ status: 400, json: { code: 'VALIDATION_FAILED', errors: [{ path: 'url' }] } })
    })

    it('keeps a secret that it fixes from being rotated', async () => {
      const { _id } = await create({ name: 'fixed' })
      const fixed = { mergeRequest: { secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` } }
      expect(await call(fixed, 'POST', `/webhooks/${_id}/secret`, {})).toMatchObject({ status: 403 })
      expect((await owned(_id)).version).toBe(1)
    })
  })
})
