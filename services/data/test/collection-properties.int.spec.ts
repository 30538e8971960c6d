import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const writer = { id: 'ada', roles: ['writer'] }
const jsonSchema = {
  type: 'object',
  required: ['status'],
  properties: {
    status: { enum: ['open', 'closed'] },
    total: { type: 'number', minimum: 0 },
    at: { properties: { $date: { type: 'integer' } } },
  },
}
const filter = (value: unknown) => `filter=${encodeURIComponent(JSON.stringify(value))}`

describeOnEachStore('the properties of a collection', {}, data => {
  const meta = '/orders/_meta'
  const collection = () => data().platform.store.collection({ db: 'sluice', collection: 'orders' })
  const stored = async (id: string) => (await data().request('GET', `/orders/${id}`)).json

  beforeAll(() => data().request('PUT', '/orders'))

  describe('PATCH /<collection>/_meta', () => {
    it('200 sets what was sent, keeps the rest, and null takes one off', async () => {
      const stages = [{ $match: { at: { $gt: { $var: 'from' } }, n: 5.0 } }]
      const aggrs = [{ type: 'pipeline', uri: 'recent', stages }]
      const first = await data().request('PATCH', meta, { body: { description: 'All orders', aggrs } })
      expect(first).toMatchObject({ status: 200, json: { _id: 'orders', description: 'All orders', aggrs } })
      const second = await data().request('PATCH', meta, { body: { description: null, jsonSchema } })
      expect(second.json).toMatchObject({ aggrs, jsonSchema })
      expect(second.json).not.toHaveProperty('description')
      expect(second.headers.etag).not.toBe(first.headers.etag)
      expect((await data().request('GET', meta)).json).toEqual(second.json)
    })

    it('keeps the type of every number of a pipeline', async () => {
      const body = '{"aggrs":[{"type":"pipeline","uri":"n","stages":[{"$match":{"a":5.0,"b":9007199254740993}}]}]}'
      const answer = await data().request('PATCH', `${meta}?jsonMode=canonical`, { body })
      expect(answer.text).toContain('{"a":{"$numberDouble":"5.0"},"b":{"$numberLong":"9007199254740993"}}')
    })

    it('takes a body with a byte order mark, and logs nothing of one that it can not read', async () => {
      const marked = await data().request('PATCH', meta, { body: '\ufeff{"description":"marked"}' })
      expect(marked).toMatchObject({ status: 200, json: { description: 'marked' } })
      for (const body of [
        '\ufeff\ufeff{"description":"S3CR3T"}',
        '{"description":S3CR3T}',
        '{"description":"\\ud800"}',
      ]) {
        expect((await data().request('PATCH', meta, { body })).status).toBe(400)
      }
      const log = await readFile(join(data().platform.directory, 'test.log'), 'utf8').catch(() => '')
      expect(log).not.toContain('S3CR3T')
      await data().request('PATCH', meta, { body: { description: null } })
    })

    it('412 for another version', async () => {
      const headers = { 'if-match': '"65a1b2c3d4e5f60718293a4b"' }
      expect((await data().request('PATCH', meta, { body: { description: 'x' }, headers })).status).toBe(412)
    })

    it('403 without the right to manage; aggregations and schema are told to managers alone', async () => {
      const request = { user: writer, permission: { rules: {} } }
      expect((await data().request('PATCH', meta, { ...request, body: { description: 'x' } })).status).toBe(403)
      expect(Object.keys((await data().request('GET', meta, request)).json as object)).toEqual(['_id', '_etag'])
    })

    const pipeline = (stages: unknown) => ({ aggrs: [{ type: 'pipeline', uri: 'a', stages }] })
    it.each([
      ['no object', [], ''],
      ['an unknown property', { owner: 'x' }, 'owner'],
      ['a description that is no text', { description: 5 }, 'description'],
      ['a misspelt keyword', { jsonSchema: { requried: [] } }, 'jsonSchema'],
      [
        'a wrong type in a schema',
        { jsonSchema: { properties: { a: { minimum: 'x' } } } },
        'jsonSchema.properties.a.minimum',
      ],
      ['aggregations that are no list', { aggrs: {} }, 'aggrs'],
      ['a map-reduce', { aggrs: [{ type: 'mapReduce', uri: 'a', stages: [] }] }, 'aggrs.0.type'],
      ['a name with a slash', { aggrs: [{ type: 'pipeline', uri: 'a/b', stages: [] }] }, 'aggrs.0.uri'],
      [
        'two of a name',
        { aggrs: [...pipeline([{ $limit: 1 }]).aggrs, ...pipeline([{ $limit: 1 }]).aggrs] },
        'aggrs.1.uri',
      ],
      ['no stages', pipeline([]), 'aggrs.0.stages'],
      ['a stage that is no object', pipeline([5]), 'aggrs.0.stages.0'],
      ['$out', pipeline([{ $limit: 1 }, { $out: 'x' }]), 'aggrs.0.stages.1'],
      ['$merge inside $facet', pipeline([{ $facet: { a: [{ $merge: 'x' }] } }]), 'aggrs.0.stages.0'],
      ['$where', pipeline([{ $match: { $or: [{ $where: '1' }] } }]), 'aggrs.0.stages.0'],
      ['$function', pipeline([{ $project: { a: { $function: {} } } }]), 'aggrs.0.stages.0'],
      ['$accumulator', pipeline([{ $group: { _id: null, a: { $accumulator: {} } } }]), 'aggrs.0.stages.0'],
      [
        '$where in a branch of $ifvar',
        pipeline([{ $ifvar: ['x', { $limit: 1 }, { $match: { $where: '1' } }] }]),
        'aggrs.0.stages.0',
      ],
      ['$var as a path', pipeline([{ $unwind: { $var: 'x' } }]), 'aggrs.0.stages.0'],
      ['$var as a whole $match', pipeline([{ $match: { $var: 'x' } }]), 'aggrs.0.stages.0'],
      [
        'a join with keys',
        pipeline([{ $lookup: { from: 'apiKeys', localField: 'a', foreignField: 'b', as: 'c' } }]),
        'aggrs.0.stages.0.$lookup.from',
      ],
      [
        'a join with acl in $facet',
        pipeline([{ $facet: { a: [{ $unionWith: 'acl' }] } }]),
        'aggrs.0.stages.0.$facet.a.0.$unionWith',
      ],
      [
        'a union with what is kept here in a branch of $ifvar',
        pipeline([{ $ifvar: ['x', { $limit: 1 }, { $unionWith: { coll: '_collections' } }] }]),
        'aggrs.0.stages.0.$ifvar.2.$unionWith.coll',
      ],
      [
        'a name that the service does not fill',
        pipeline([{ $limit: { $var: '@most' } }]),
        'aggrs.0.stages.0.$limit.$var',
      ],
      ['a user without a path', pipeline([{ $match: { a: { $var: '@user' } } }]), 'aggrs.0.stages.0.$match.a.$var'],
      [
        'such a name in a condition',
        pipeline([{ $facet: { a: [{ $ifvar: [['x', '@users.a'], { $limit: 1 }] }] } }]),
        'aggrs.0.stages.0.$facet.a.0.$ifvar',
      ],
      ['a union with what is kept here', pipeline([{ $unionWith: '_collections' }]), 'aggrs.0.stages.0.$unionWith'],
      [
        'a join on a password',
        pipeline([{ $lookup: { from: 'users', localField: 'a', foreignField: 'password', as: 'c' } }]),
        'aggrs.0.stages.0.$lookup.foreignField',
      ],
    ])('400 for %s, with its place; nothing is changed', async (_what, body, path) => {
      const before = (await data().request('GET', meta)).text
      const answer = await data().request('PATCH', meta, { body })
      expect(answer).toMatchObject({ status: 400, json: { code: 'VALIDATION_FAILED' } })
      if (path) expect((answer.json as { errors: { path: string }[] }).errors[0]?.path).toBe(path)
      expect((await data().request('GET', meta)).text).toBe(before)
    })

    it('400 for a body that is no JSON, or nested without end', async () => {
      expect((await data().request('PATCH', meta, { body: '{"a":' })).json).toMatchObject({
        code: 'MALFORMED_JSON',
        errors: [{ line: 1, column: 6 }],
      })
      const deep = `{"jsonSchema":${'{"not":'.repeat(50_000)}{}${'}'.repeat(50_001)}`
      expect((await data().request('PATCH', meta, { body: deep })).status).toBe(400)
    })

    it('users and acl take no schema', async () => {
      for (const name of ['users', 'acl']) {
        expect((await data().request('PATCH', `/${name}/_meta`, { body: { jsonSchema } })).status).toBe(400)
      }
    })
  })

  describe('a JSON Schema', () => {
    beforeAll(() => data().request('PATCH', meta, { body: { jsonSchema } }))
    beforeEach(async () => {
      await collection().deleteMany({})
      await data().request('POST', '/orders', { body: { _id: 'a', status: 'open', total: 5 } })
    })

    it.each([
      ['POST /orders', { _id: 'x', status: 'lost' }, 'status'],
      ['POST /orders', [{ _id: 'x', status: 'open' }, { _id: 'y' }], '1.status'],
      ['PUT /orders/a', { total: 1 }, 'status'],
      ['PUT /orders/x?wm=upsert', { status: 'open', total: 'much' }, 'total'],
      ['PATCH /orders/a', { total: -1 }, 'total'],
      ['PATCH /orders/a', { $inc: { total: -6 } }, 'total'],
      ['PATCH /orders/a', { $unset: { status: true } }, 'status'],
      ['PATCH /orders/a', { $rename: { status: 'state' } }, 'status'],
    ])('400 for %s of %p, naming the field; nothing is written', async (request, body, path) => {
      const [method = '', target = ''] = request.split(' ')
      const before = await stored('a')
      const answer = await data().request(method, target, { body })
      expect(answer).toMatchObject({ status: 400, json: { code: 'VALIDATION_FAILED', errors: [{ path }] } })
      expect(await stored('a')).toEqual(before)
      expect(await collection().count({})).toBe(1)
    })

    it('lets pass what fits, by whatever way', async () => {
      expect(
        (await data().request('POST', '/orders', { body: { _id: 'b', status: 'open', at: { $date: 1 } } })).status,
      ).toBe(201)
      expect((await data().request('PUT', '/orders/b', { body: { status: 'closed' } })).status).toBe(200)
      const patched = await data().request('PATCH', '/orders/a', {
        body: { $inc: { total: 1 }, $push: { log: { at: { $date: 5 } } } },
      })
      expect(patched).toMatchObject({ status: 200, json: { total: 6, log: [{ at: { $date: 5 } }] } })
      expect(await stored('a')).toEqual(patched.json)
    })

    it('judges the fields of mergeRequest too', async () => {
      const permission = { rules: { mergeRequest: { total: -1 } } }
      const answer = await data().request('POST', '/orders', { body: { status: 'open' }, user: writer, permission })
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'total' }] } })
    })

    it('says nothing of a field that is hidden from the caller, whatever he writes', async () => {
      const secret = { ...jsonSchema, required: ['status', 'secret'], additionalProperties: false }
      const properties = { ...jsonSchema.properties, _id: {}, secret: { maxLength: 3 } }
      await collection().deleteMany({})
      await collection().insertOne({ _id: 'a', status: 'open', secret: 'too long', old: 1 })
      await data().request('PATCH', meta, { body: { jsonSchema: { ...secret, properties } } })
      const permission = { rules: { projectResponse: { secret: 0, old: 0 }, allowBulkPatch: true } }
      const write = (method: string, target: string, body: unknown) =>
        data().request(method, target, { body, user: writer, permission })
      const neutral = "It does not fit the collection's JSON Schema."
      for (const answer of [
        await write('PATCH', '/orders/a', { total: 1 }),
        await write('PATCH', '/orders/a', { $inc: { total: 1 } }),
        await write('POST', '/orders', { status: 'open' }),
        await write('PUT', '/orders/a', { status: 'open' }),
        await write('POST', '/orders', [{ status: 'open' }]),
      ]) {
        expect(answer).toMatchObject({ status: 400, json: { detail: expect.stringContaining(neutral) } })
        expect(answer.json).not.toHaveProperty('errors.0')
        expect((answer.json as { detail: string }).detail).not.toMatch(/secret|"old"|characters|required|known/)
      }
      expect((await write('PATCH', `/orders/*?${filter({})}`, { total: 1 })).json).toMatchObject({
        errors: [{ message: neutral }],
      })
      const own = await write('POST', '/orders', { status: 'lost', secret: 'x' })
      expect(own).toMatchObject({ status: 400, json: { errors: [{ path: 'status' }] } })
      await data().request('PATCH', meta, { body: { jsonSchema } })
    })

    it('loses no update of many at once', async () => {
      const raise = async (): Promise<number> => {
        const { status } = await data().request('PATCH', '/orders/a', { body: { $inc: { total: 1 } } })
        return status === 409 ? raise() : status
      }
      const statuses = await Promise.all(Array.from({ length: 12 }, raise))
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(await stored('a')).toMatchObject({ total: 17 })
    })

    it('changes the documents of a bulk PATCH that fit then, and names the others (207)', async () => {
      await data().request('POST', '/orders', { body: { _id: 'b', status: 'open', total: 1 } })
      const answer = await data().request('PATCH', `/orders/*?${filter({})}`, { body: { $inc: { total: -3 } } })
      expect(answer).toMatchObject({
        status: 207,
        json: { matched: 2, modified: 1, errors: [{ _id: 'b', code: 'VALIDATION_FAILED' }] },
      })
      expect([await stored('a'), await stored('b')]).toMatchObject([{ total: 2 }, { total: 1 }])
    })

    it('holds no document that it does not fit any more back from being read or deleted', async () => {
      await collection().insertOne({ _id: 'old' })
      expect((await data().request('GET', '/orders/old')).status).toBe(200)
      expect((await data().request('PATCH', '/orders/old', { body: { x: 1 } })).status).toBe(400)
      expect((await data().request('PATCH', '/orders/old', { body: { status: 'open' } })).status).toBe(200)
      expect((await data().request('DELETE', '/orders/old')).status).toBe(204)
    })
  })
})
