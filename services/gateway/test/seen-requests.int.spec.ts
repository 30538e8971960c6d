import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { basic } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const owner = basic('admin', "admin's password")
const ann = basic('ann', "ann's password")

describe('what permissions see of a request', () => {
  let gateway: RunningGateway

  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())

  describe('400 and 415, where a permission looks into a body that can not be read', () => {
    const send = (line: string, body: string | Buffer, headers: Record<string, string> = {}) =>
      gateway.call(line, { headers: { ...ann, 'content-type': 'application/json', ...headers }, body })

    beforeAll(async () => {
      await gateway.write.permission('strict', {
        predicate: "path('/tickets') and method('POST') and bson-request-contains(total)",
        priority: 20,
        mongo: { mergeRequest: { status: 'review' } },
      })
      await gateway.write.permission('of queries', {
        predicate: "path-prefix('/graphql') and bson-request-contains(variables.total)",
        priority: 20,
      })
      await gateway.write.permission('loose', { predicate: "path-prefix('/tickets', '/graphql')", priority: 10 })
    })

    it.each<[string, string | Buffer, number | undefined]>([
      ['malformed', '{"total":1', 11],
      ['no UTF-8', Buffer.from([0x7b, 0xff]), undefined],
      ['no Unicode', '{"total":"\\ud800"}', undefined],
      ['a value of no type', '{"total":1,"z":{"$oid":"x"}}', undefined],
      ['blank', '\ufeff ', undefined],
    ])('refuses it: %s', async (_what, body, column) => {
      const answer = await send('POST /tickets', body)
      expect(answer.status).toBe(400)
      expect(['MALFORMED_JSON', 'VALIDATION_FAILED']).toContain(answer.json().code)
      if (column !== undefined) expect(answer.json()).toMatchObject({ errors: [{ line: 1, column }] })
    })

    it('refuses one of another kind or coding', async () => {
      const form = await send('POST /tickets', 'total=1', { 'content-type': 'text/plain' })
      expect(form.json().code).toBe('UNSUPPORTED_MEDIA_TYPE')
      const packed = await send('POST /tickets', '{"total":1}', { 'content-encoding': 'gzip' })
      expect(packed.json().code).toBe('UNSUPPORTED_MEDIA_TYPE')
    })

    it('takes what the service takes, and no body for no body', async () => {
      const ruled = async (body: string) => {
        const answer = await send('POST /tickets', body)
        return (answer.json().caller as { permission: { id: string } } | undefined)?.permission.id
      }
      for (const body of [
        '\ufeff{"total":1}',
        '{"total":1,"z":{"$numberDecimal":1}}',
        '{"total":1,"z":{"$numberLong":5}}',
      ]) {
        expect(await ruled(body)).toBe('strict')
      }
      expect(await ruled('{"a":1}')).toBe('loose')
      const chunked = await send('POST /tickets', '', { 'transfer-encoding': 'chunked' })
      expect(chunked.status).toBe(200)
      expect((await gateway.call('DELETE /tickets/1', { headers: ann })).status).toBe(200)
    })

    it('sees the plain JSON of a GraphQL request', async () => {
      const answer = await send('POST /graphql/shop', '{"variables":{"$dbPointer":{"total":1}}}')
      expect(answer.json()).toMatchObject({ caller: { permission: { id: 'loose' } } })
      const other = await send('POST /graphql/shop', '{"variables":{"total":{"$oid":"x"}}}')
      expect(other.json()).toMatchObject({ caller: { permission: { id: 'of queries' } } })
    })

    it('explains what it would see', async () => {
      const ask = (body: string) =>
        gateway.call('POST /acl/explain', {
          headers: { ...owner, 'content-type': 'application/json' },
          body: `{"user":"ann","method":"POST","path":"/tickets","body":${body}}`,
        })
      expect((await ask('{"total":9007199254740993}')).json()).toMatchObject({ permission: 'strict' })
      expect((await ask('{"total":{"$oid":"x"}}')).json()).toMatchObject({ errors: [{ path: 'body.total' }] })
    })
  })

  describe('a parameter that is sent more than once, with different values', () => {
    it('is none that a permission or a rule could name', async () => {
      await gateway.write.permission('one', { predicate: "path('/one') and equals(%{q,keys}, a)" })
      await gateway.write.permission('mine', {
        predicate: "path('/mine')",
        mongo: { readFilter: { team: "@qparams['team']", own: '@filter' } },
      })
      const statusOf = async (target: string) => (await gateway.call(`GET ${target}`, { headers: ann })).status
      expect(await statusOf('/one?keys=a')).toBe(200)
      expect(await statusOf('/one?keys=a&keys=a')).toBe(200)
      expect(await statusOf('/one?keys=a&keys=b')).toBe(403)
      const read = await gateway.call('GET /mine?team=a&team=b&filter={}', { headers: ann })
      const { caller } = read.json() as { caller: { permission: { rules: string } } }
      expect(JSON.parse(caller.permission.rules).readFilter).toEqual({ _id: { $in: [] } })
    })

    it('counts for headers and cookies as well', async () => {
      await gateway.write.permission('head', { predicate: "path('/head') and equals(%{i,X-Shop}, a)" })
      await gateway.write.permission('jar', { predicate: "path('/jar') and equals(%{req-cookie,s}, a)" })
      const statusOf = async (target: string, headers: Record<string, string | string[]>) =>
        (await gateway.call(`GET ${target}`, { headers: { ...ann, ...headers } })).status
      expect(await statusOf('/head', { 'x-shop': ['a', 'a'] })).toBe(200)
      expect(await statusOf('/head', { 'x-shop': ['a', 'b'] })).toBe(403)
      expect(await statusOf('/jar', { cookie: 's=a; t=1' })).toBe(200)
      expect(await statusOf('/jar', { cookie: 's=a; s=b' })).toBe(403)
    })
  })
})
