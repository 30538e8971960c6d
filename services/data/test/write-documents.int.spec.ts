import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { startData, type TestData } from '../src/testing/start-data.ts'

const writer = { id: 'ada', roles: ['writer'] }

type EtaggedDocument = { _id: unknown; _etag: { $oid: string } } & Record<string, unknown>

describe('writing documents', () => {
  let data: TestData
  const orders = () => data.platform.store.collection({ db: 'sluice', collection: 'orders' })
  const stored = async (id: string) => (await data.request('GET', `/orders/${id}`)).json as EtaggedDocument

  beforeAll(async () => {
    data = await startData()
    await data.request('PUT', '/orders')
  })
  beforeEach(async () => {
    await orders().deleteMany({})
    await orders().insertMany([
      { _id: 'a', owner: 'ada', total: 1, lines: [{ sku: 'x', cost: 1 }] },
      { _id: 'b', owner: 'bob', total: 2 },
    ])
  })
  afterAll(() => data.stop())

  it('blames the body for an update that the document does not allow, not a filter', async () => {
    const answer = await data.request('PATCH', '/orders/a', { body: { 'total.net': 1 } })
    expect(answer).toMatchObject({ status: 400, json: { code: 'VALIDATION_FAILED' } })
  })

  describe('POST /<collection>', () => {
    describe('201', () => {
      it('answers the document as it is stored, its path and its ETag', async () => {
        const answer = await data.request('POST', '/orders', { body: { total: 5, at: { $date: 1_700_000_000_000 } } })
        const document = answer.json as EtaggedDocument
        const id = (document._id as { $oid: string }).$oid
        expect(answer).toMatchObject({ status: 201, json: { total: 5, at: { $date: 1_700_000_000_000 } } })
        expect(answer.headers).toMatchObject({ location: `/orders/${id}`, etag: `"${document._etag.$oid}"` })
        expect((await data.request('GET', `/orders/${id}`)).json).toEqual(document)
      })

      it('keeps the type and the digits of every value', async () => {
        const text =
          '{"_id":"n","long":{"$numberLong":"9223372036854775807"},"whole":{"$numberDouble":"5.0"},"dec":{"$numberDecimal":"1.10"},"int":{"$numberInt":"5"}}'
        const answer = await data.request('POST', '/orders?jsonMode=canonical', { body: text })
        expect(answer.text).toContain(text.slice(0, -1))
        expect((await data.request('GET', '/orders/n?jsonMode=canonical')).text).toBe(answer.text)
      })

      it.each(['"\\ud800"', '"."', '".."', '""', '"_x"', '[1]'])('stores nothing under the _id %s', async id => {
        const answer = await data.request('POST', '/orders', { body: `{"_id":${id}}` })
        expect(answer).toMatchObject({ status: 400, json: { code: 'VALIDATION_FAILED', errors: [{ path: '_id' }] } })
        expect(await orders().count({})).toBe(2)
      })

      it('sets the fields of mergeRequest, whatever was sent, and hides what is hidden', async () => {
        const permission = { rules: { mergeRequest: { owner: 'ada', 'log.by': 'ada' }, projectResponse: { log: 0 } } }
        const body = { _id: 'm', owner: 'eve', log: { by: 'eve', at: 1 } }
        const answer = await data.request('POST', '/orders', { body, user: writer, permission })
        expect(answer).toMatchObject({ status: 201, json: { _id: 'm', owner: 'ada' } })
        expect(answer.json).not.toHaveProperty('log')
        expect(await stored('m')).toMatchObject({ owner: 'ada', log: { by: 'ada', at: 1 } })
      })

      it('answers the id alone where the caller may not read what it wrote', async () => {
        const permission = { rules: { readFilter: { owner: 'ada' } } }
        const answer = await data.request('POST', '/orders', {
          body: { _id: 'x', owner: 'bob' },
          user: writer,
          permission,
        })
        expect(answer).toMatchObject({ status: 201, json: { _id: 'x', _etag: expect.anything() } })
        expect(answer.json).not.toHaveProperty('owner')
      })
    })

    describe('200', () => {
      it('stores each document of a list', async () => {
        const answer = await data.request('POST', '/orders', { body: [{ _id: 'p' }, { _id: 'q' }] })
        expect(answer).toMatchObject({ status: 200, json: { inserted: 2, links: ['/orders/p', '/orders/q'] } })
        expect(answer.json).not.toHaveProperty('errors')
      })
    })

    describe('207', () => {
      it('says which documents of a list are not stored', async () => {
        const answer = await data.request('POST', '/orders', { body: [{ _id: 'p' }, { _id: 'a' }, { _id: 'q' }] })
        expect(answer).toMatchObject({
          status: 207,
          json: { inserted: 2, links: ['/orders/p', '/orders/q'], errors: [{ index: 1, code: 'CONFLICT' }] },
        })
      })
    })

    describe('400', () => {
      it.each([
        ['{"a":', 'MALFORMED_JSON'],
        ['', 'MALFORMED_JSON'],
        ['5', 'VALIDATION_FAILED'],
        ['[]', 'VALIDATION_FAILED'],
        ['{"$set":{"a":1}}', 'VALIDATION_FAILED'],
        ['{"a.b":1}', 'VALIDATION_FAILED'],
        ['{"_id":[1]}', 'VALIDATION_FAILED'],
        ['{"a":{"$oid":"x"}}', 'VALIDATION_FAILED'],
      ])('refuses %p as %s', async (body, code) => {
        expect(await data.request('POST', '/orders', { body })).toMatchObject({ status: 400, json: { code } })
      })

      it('stores nothing of a list in which one document is malformed, and names it', async () => {
        const answer = await data.request('POST', '/orders', { body: [{ _id: 'ok' }, { 'a.b': 1 }] })
        expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: '1.a.b' }] } })
        expect((await data.request('GET', '/orders/ok')).status).toBe(404)
      })
    })

    it('404 where there is no such collection', async () => {
      expect(await data.request('POST', '/nowhere', { body: {} })).toMatchObject({
        status: 404,
        json: { detail: expect.stringContaining('PUT /nowhere') },
      })
    })

    it('409 for an _id that is taken', async () => {
      const answer = await data.request('POST', '/orders', { body: { _id: 'a' } })
      expect(answer).toMatchObject({ status: 409, json: { code: 'CONFLICT' } })
    })

    it('415 for the forms that a browser sends on its own', async () => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        const answer = await data.request('POST', '/orders', { body: '{"a":1}', headers: { 'content-type': type } })
        expect(answer).toMatchObject({ status: 415, json: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
      }
    })
  })

  describe('GET /<collection>/<id>', () => {
    it('304 for who has the document already, under the same projection only', async () => {
      const { headers } = await data.request('GET', '/orders/a')
      expect(headers.etag).toBeUndefined()
      await data.request('PATCH', '/orders/a', { body: { total: 2 } })
      const { etag = '' } = (await data.request('GET', '/orders/a')).headers
      const ifNoneMatch = { 'if-none-match': etag }
      expect(await data.request('GET', '/orders/a', { headers: ifNoneMatch })).toMatchObject({ status: 304, text: '' })
      const permission = { rules: { projectResponse: { total: 0 } } }
      const other = await data.request('GET', '/orders/a', { headers: ifNoneMatch, user: writer, permission })
      expect(other.status).toBe(200)
      expect(other.headers['cache-control']).toBe('private')
    })

    it('404 for a document that the readFilter leaves out', async () => {
      const permission = { rules: { readFilter: { owner: 'ada' } } }
      expect((await data.request('GET', '/orders/b', { user: writer, permission })).status).toBe(404)
      expect((await data.request('GET', '/orders/a', { user: writer, permission })).status).toBe(200)
      expect((await data.request('GET', '/orders/_streams')).status).toBe(404)
    })

    it('tells ids of different types apart', async () => {
      await orders().insertMany([
        { _id: '65a1b2c3d4e5f60718293a4b', is: 'text' },
        { _id: 7, is: 'number' },
      ])
      expect((await data.request('GET', '/orders/65a1b2c3d4e5f60718293a4b')).status).toBe(404)
      expect((await data.request('GET', '/orders/65a1b2c3d4e5f60718293a4b?id_type=STRING')).json).toMatchObject({
        is: 'text',
      })
      expect((await data.request('GET', '/orders/7?id_type=NUMBER')).json).toMatchObject({ is: 'number' })
      expect((await data.request('GET', '/orders/7?id_type=DATE')).status).toBe(400)
    })
  })

  describe('PUT /<collection>/<id>', () => {
    it('200 replaces the whole document, mergeRequest last', async () => {
      const permission = { rules: { mergeRequest: { owner: 'ada' } } }
      const answer = await data.request('PUT', '/orders/a', {
        body: { owner: 'eve', total: 9 },
        user: writer,
        permission,
      })
      expect(answer).toMatchObject({ status: 200, json: { _id: 'a', owner: 'ada', total: 9 } })
      expect(await stored('a')).not.toHaveProperty('lines')
    })

    it('201 creates what is not there, where the mode allows it', async () => {
      expect((await data.request('PUT', '/orders/z?wm=upsert', { body: { n: 1 } })).status).toBe(201)
      expect((await data.request('PUT', '/orders/z?wm=upsert', { body: { n: 2 } })).status).toBe(200)
      expect((await data.request('PUT', '/orders/y?wm=insert', { body: { n: 1 } })).status).toBe(201)
    })

    it('400 for another id in the body', async () => {
      expect((await data.request('PUT', '/orders/a', { body: { _id: 'b' } })).status).toBe(400)
      expect((await data.request('PUT', '/orders/a', { body: { _id: 'a' } })).status).toBe(200)
      expect((await data.request('PUT', '/orders/a?wm=both', { body: {} })).status).toBe(400)
    })

    it('403 for a write mode that the permission does not allow', async () => {
      const request = { body: {}, user: writer, permission: { rules: {} } }
      expect((await data.request('PUT', '/orders/z?wm=upsert', request)).status).toBe(403)
    })

    it('404 for an unknown id, and for one that the writeFilter leaves out', async () => {
      expect((await data.request('PUT', '/orders/z', { body: {} })).status).toBe(404)
      const permission = { rules: { writeFilter: { owner: 'ada' } } }
      expect((await data.request('PUT', '/orders/b', { body: {}, user: writer, permission })).status).toBe(404)
      expect(await stored('b')).toMatchObject({ owner: 'bob' })
    })

    it('409 for an upsert of what the writeFilter leaves out, and an insert of what is there', async () => {
      const permission = { rules: { writeFilter: { owner: 'ada' }, allowWriteMode: true } }
      expect((await data.request('PUT', '/orders/b?wm=upsert', { body: {}, user: writer, permission })).status).toBe(
        409,
      )
      expect((await data.request('PUT', '/orders/b?wm=insert', { body: {} })).status).toBe(409)
    })

    it('409 without If-Match where it is asked for, 412 with a wrong one, 200 with the right one', async () => {
      const etag = (await data.request('PUT', '/orders/a', { body: {} })).headers.etag ?? ''
      expect(await data.request('PUT', '/orders/a?checkEtag', { body: {} })).toMatchObject({
        status: 409,
        json: { code: 'IF_MATCH_REQUIRED' },
      })
      const ifMatch = (value: string) => ({ body: { n: 1 }, headers: { 'if-match': value } })
      for (const wrong of ['"65a1b2c3d4e5f60718293a4b"', 'nonsense', `W/${etag}`]) {
        expect(await data.request('PUT', '/orders/a', ifMatch(wrong))).toMatchObject({ status: 412 })
      }
      expect((await data.request('PUT', '/orders/a', ifMatch(etag))).status).toBe(200)
      expect((await data.request('PUT', '/orders/a', ifMatch(etag))).status).toBe(412)
      expect((await data.request('PUT', '/orders/a', ifMatch('*'))).status).toBe(200)
      expect((await data.request('PUT', '/orders/none', ifMatch(etag))).status).toBe(404)
      expect((await data.request('PUT', '/orders/none?wm=upsert', ifMatch('*'))).status).toBe(404)
    })
  })

  describe('PATCH /<collection>/<id>', () => {
    it('200 sets fields, reaches inside by dots, and takes operators beside them', async () => {
      const body = { total: 3, 'address.city': 'Bari', $push: { lines: { sku: 'y' } }, $inc: { count: 1 } }
      const answer = await data.request('PATCH', '/orders/a', { body })
      expect(answer).toMatchObject({
        status: 200,
        json: {
          _id: 'a',
          owner: 'ada',
          total: 3,
          address: { city: 'Bari' },
          count: 1,
          lines: [{ sku: 'x' }, { sku: 'y' }],
        },
      })
    })

    it('lets no operator undo what mergeRequest sets', async () => {
      const permission = { rules: { mergeRequest: { owner: 'ada', 'log.by': 'ada' } } }
      const patch = (body: object) => data.request('PATCH', '/orders/b', { body, user: writer, permission })
      for (const body of [
        { owner: 'eve' },
        { $unset: { owner: 1 } },
        { $set: { log: { by: 'eve' } } },
        { 'log.by': 'eve' },
      ]) {
        expect((await patch(body)).status).toBe(200)
        expect(await stored('b')).toMatchObject({ owner: 'ada', log: { by: 'ada' } })
      }
      for (const body of [
        { $unset: { log: 1 } },
        { $rename: { owner: 'former' } },
        { $rename: { x: 'owner' } },
        { log: 5 },
      ]) {
        expect((await patch(body)).status).toBe(403)
      }
    })

    it('400 for operators that are not allowed, and for the service’s own fields', async () => {
      for (const body of [
        { $where: { a: 1 } },
        { $set: 5 },
        { $unset: { _etag: 1 } },
        { $inc: { '': 1 } },
        { $inc: { owner: 1 } },
      ]) {
        expect((await data.request('PATCH', '/orders/a', { body })).status).toBe(400)
      }
    })

    it('403 for an operator that would show a hidden field', async () => {
      const permission = { rules: { projectResponse: { 'lines.cost': 0 } } }
      const patch = (body: object) => data.request('PATCH', '/orders/a', { body, user: writer, permission })
      expect(await patch({ $rename: { lines: 'open' } })).toMatchObject({ status: 403, json: { code: 'FIELD_HIDDEN' } })
      expect((await patch({ $pull: { lines: { cost: { $gt: 0 } } } })).status).toBe(403)
      expect((await patch({ $pull: { lines: { sku: 'x' } } })).status).toBe(200)
    })

    it('404 for what the writeFilter leaves out, 412 for another version', async () => {
      const permission = { rules: { writeFilter: { owner: 'ada' } } }
      expect((await data.request('PATCH', '/orders/b', { body: { n: 1 }, user: writer, permission })).status).toBe(404)
      const headers = { 'if-match': '"65a1b2c3d4e5f60718293a4b"' }
      expect((await data.request('PATCH', '/orders/a', { body: { n: 1 }, headers })).status).toBe(412)
    })

    it('200 with If-Match: "none" while the document has no version, as another program wrote it, and 412 from then on', async () => {
      const headers = { 'if-match': '"none"' }
      const patch = () => data.request('PATCH', '/orders/a', { body: { $inc: { total: 1 } }, headers })
      expect((await data.request('GET', '/orders/a')).headers).not.toHaveProperty('etag')
      const answers = await Promise.all([patch(), patch(), patch()])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412])
      expect(await stored('a')).toMatchObject({ total: 2, _etag: { $oid: expect.any(String) } })
      expect((await data.request('PUT', '/orders/a', { body: {}, headers })).status).toBe(412)
      expect((await data.request('DELETE', '/orders/b', { headers })).status).toBe(204)
      expect((await data.request('PATCH', '/orders/none', { body: { n: 1 }, headers })).status).toBe(404)
    })
  })

  describe('DELETE /<collection>/<id>', () => {
    it('204, and the document is gone', async () => {
      expect(await data.request('DELETE', '/orders/a')).toMatchObject({ status: 204, text: '' })
      expect((await data.request('DELETE', '/orders/a')).status).toBe(404)
    })

    it('404 for what the writeFilter leaves out, 412 for another version', async () => {
      const permission = { rules: { writeFilter: { owner: 'ada' } } }
      expect((await data.request('DELETE', '/orders/b', { user: writer, permission })).status).toBe(404)
      const headers = { 'if-match': '"65a1b2c3d4e5f60718293a4b"' }
      expect((await data.request('DELETE', '/orders/b', { headers })).status).toBe(412)
    })
  })
})
