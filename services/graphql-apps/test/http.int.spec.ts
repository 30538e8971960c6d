import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import type { SignedRequest } from '@sluice/testkit'
import { describeServiceOnEachStore } from '../src/testing/service-on-each-store.ts'

const orders = { db: 'sluice', collection: 'orders' }
const modern = 'application/graphql-response+json'
const query = 'query A($l: Int) { orders(limit: $l) { _id } }'
type CodedErrors = { errors?: { message: string; extensions: { code: string } }[] }

describeServiceOnEachStore('GraphQL over HTTP', {}, apps => {
  const save = (_id: string, descriptor: Document = {}) =>
    apps().request('POST', '/gql-apps', {
      body: {
        _id,
        descriptor: { name: _id, ...descriptor },
        schema: 'type Order { _id: Int } type Query { orders(limit: Int): [Order] }',
        mappings: { Query: { orders: { ...orders, sort: { _id: 1 }, limit: { $arg: 'limit' } } } },
      },
    })
  const post = (body: unknown, { uri = 'plain', ...request }: SignedRequest & { uri?: string } = {}) =>
    apps().request('POST', `/graphql/${uri}`, { body, ...request })
  const get = (search: Record<string, string>, { uri = 'open', headers = {} } = {}) =>
    apps().request('GET', `/graphql/${uri}?${new URLSearchParams(search)}`, { headers })
  const codeOf = (json: unknown) => (json as CodedErrors).errors?.[0]?.extensions.code

  beforeAll(async () => {
    await apps()
      .platform.store.collection(orders)
      .insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }])
    await save('plain')
    await save('open', { get: true, httpBatching: true })
  })

  describe('by POST', () => {
    it.each([
      ['text/plain'],
      ['text/plain; charset=utf-8; application/json'],
      ['application/x-www-form-urlencoded'],
      ['multipart/form-data; boundary=x'],
      ['application/graphql; charset=utf-16'],
      [''],
    ])('never runs what a form of another site can send: %j', async type => {
      for (const body of [{ query }, `query=${encodeURIComponent(query)}`, query]) {
        const answer = await post(body, { headers: { 'content-type': type } })
        expect(answer).toMatchObject({ status: 415, json: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
      }
    })

    it('runs the text of a document alone, which no form of another site can send', async () => {
      const send = (body: string | Buffer) => post(body, { headers: { 'content-type': 'application/graphql' } })
      expect((await send(query)).status).toBe(200)
      expect(await send('{ nothing }')).toMatchObject({
        json: { errors: [{ extensions: { classification: 'ValidationError' } }] },
      })
      expect((await send(JSON.stringify({ query }))).status).toBe(400)
      expect((await send(Buffer.from([0xff, 0xfe]))).status).toBe(400)
    })

    it.each([['{'], ['{"query": "{ orders { _id } }"'], [''], ['{"query":"\\ud800'], [Buffer.from([0xff, 0xfe])]])(
      'says 400 and why in both media types where the body is no JSON: %j',
      async body => {
        for (const accept of ['application/json', modern, '*/*']) {
          const answer = await post(body, { headers: { accept } })
          expect([answer.status, codeOf(answer.json)]).toEqual([400, 'MALFORMED_JSON'])
        }
      },
    )

    it.each([[null], [5], ['"text"'], [{}], [{ query: 7 }], [{ query, variables: 'x' }], [{ query, extensions: 1 }]])(
      'says 400 in both media types for what is no GraphQL request: %j',
      async body => {
        for (const accept of ['application/json', modern]) {
          const answer = await post(body, { headers: { accept } })
          expect([answer.status, codeOf(answer.json)]).toEqual([400, 'BAD_USER_INPUT'])
          expect(answer.headers['content-type']).toBe(`${accept}; charset=utf-8`)
        }
      },
    )

    it('never answers 422', async () => {
      for (const text of [
        '{',
        '{ nope }',
        'query($l: Int!) { orders(limit: $l) { _id } }',
        'query A { a } query A { b }',
      ]) {
        expect((await post({ query: text })).status).toBe(400)
        expect((await post({ query: text }, { headers: { accept: 'application/json' } })).status).toBe(200)
      }
    })
  })

  describe('by GET', () => {
    it('runs a query with variables, operation name and extensions where the app allows it', async () => {
      const answer = await get({
        query: `${query} query B { __typename }`,
        variables: '{"l":2}',
        operationName: 'A',
        extensions: '{}',
      })
      expect(answer).toMatchObject({ status: 200, json: { data: { orders: [{ _id: 1 }, { _id: 2 }] } } })
      expect(answer.headers).toMatchObject({ 'content-type': `${modern}; charset=utf-8`, vary: 'accept' })
      const head = await apps().request('HEAD', `/graphql/open?query=${encodeURIComponent('{__typename}')}`)
      expect(head).toMatchObject({ status: 200, text: '' })
    })

    it('is 405 with Allow: POST in an app that does not, and 404 where there is no app', async () => {
      const answer = await get({ query }, { uri: 'plain' })
      expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } })
      expect(codeOf(answer.json)).toBe('METHOD_NOT_ALLOWED')
      expect((await get({ query }, { uri: 'nowhere' })).status).toBe(404)
    })

    it('is 405 with Allow: POST for a mutation, in both media types', async () => {
      for (const accept of ['application/json', modern]) {
        const searches: Record<string, string>[] = [
          { query: 'mutation { anything }' },
          { query: 'query A { __typename } mutation B { anything }', operationName: 'B' },
          { query: 'subscription { anything }' },
        ]
        for (const search of searches) {
          const answer = await get(search, { headers: { accept } })
          expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } })
          expect(codeOf(answer.json)).toBe('METHOD_NOT_ALLOWED')
        }
        const other = { query: 'query A { __typename } mutation B { anything }', operationName: 'A' }
        expect((await get(other, { headers: { accept } })).status).toBe(200)
      }
    })

    it('answers errors with the statuses of POST', async () => {
      const json = { headers: { accept: 'application/json' } }
      const searches: Record<string, string>[] = [{}, { query, variables: '{' }, { variables: '{}' }]
      for (const search of searches) {
        expect((await get(search)).status).toBe(400)
        expect((await get(search, json)).status).toBe(400)
      }
      expect((await get({ query: '{ nope }' })).status).toBe(400)
      expect((await get({ query: '{ nope }' }, json)).status).toBe(200)
    })
  })

  describe('in batches', () => {
    const one = { query, variables: { l: 1 } }

    it('answers an array in its order, faults and all', async () => {
      const answer = await post([one, { query: '{ nope }' }, 7, { ...one, variables: { l: 2 } }], { uri: 'open' })
      expect(answer.status).toBe(200)
      expect(answer.json).toEqual([
        { data: { orders: [{ _id: 1 }] } },
        {
          errors: [
            expect.objectContaining({
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED', classification: 'ValidationError' },
            }),
          ],
        },
        {
          errors: [
            expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT', classification: 'ValidationError' } }),
          ],
        },
        { data: { orders: [{ _id: 1 }, { _id: 2 }] } },
      ])
      expect(answer.headers['content-type']).toBe(`${modern}; charset=utf-8`)
    })

    it('takes 10 at most, and one at least', async () => {
      expect(
        (
          await post(
            Array.from({ length: 10 }, () => one),
            { uri: 'open' },
          )
        ).json,
      ).toHaveLength(10)
      for (const batch of [[], Array.from({ length: 11 }, () => one)]) {
        const answer = await post(batch, { uri: 'open' })
        expect([answer.status, codeOf(answer.json)]).toEqual([400, 'BAD_USER_INPUT'])
      }
    })

    it('is 400 that says why in an app that takes none', async () => {
      const answer = await post([one])
      expect(answer.status).toBe(400)
      expect((answer.json as CodedErrors).errors?.[0]?.message).toContain('descriptor.httpBatching')
    })
  })
})
