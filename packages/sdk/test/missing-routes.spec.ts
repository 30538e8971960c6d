import { describe, expect, it } from '@jest/globals'
import { NotSupportedError, SluiceError, VERSION } from '../src/index.ts'
import { answeredClient, page, problem } from './answered-client.ts'

const OLD = {
  info: { version: '0.0.9' },
  paths: {
    '/keys': { get: {}, post: {} },
    '/keys/{key}': { delete: {} },
    '/main/gql-apps/{id}': { get: {} },
    '/main/acl/changes': { post: {} },
  },
}

/** A server that has nothing, and describes this. */
const serverOf = (description: () => Response, refusal = () => problem(404, 'NOT_FOUND')) =>
  answeredClient([({ url }) => (url.endsWith('/openapi.json') ? description() : refusal())])

const thrownBy = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error)

describe('a route that the server does not have', () => {
  it.each([
    [404, 'NOT_FOUND'],
    [405, 'METHOD_NOT_ALLOWED'],
  ])('is told with both versions, where it answers %s', async (status, code) => {
    const { client } = serverOf(
      () => Response.json(OLD),
      () => problem(status, code),
    )
    const error = await thrownBy(client.keys.usage('k'))
    expect(error).toBeInstanceOf(NotSupportedError)
    expect(error).toMatchObject({ code, serverVersion: '0.0.9', clientVersion: VERSION, outcome: 'refused' })
    expect(String(error)).toContain('Sluice 0.0.9 has no GET /keys/{id}/usage')
  })

  it('is looked for once', async () => {
    const { client, sent } = serverOf(() => Response.json(OLD))
    for (let time = 0; time < 3; time += 1) {
      expect(await thrownBy(client.webhooks.get('w'))).toBeInstanceOf(NotSupportedError)
    }
    expect(sent.filter(({ url }) => url.endsWith('/openapi.json'))).toHaveLength(1)
  })
})

describe('a thing that is not there', () => {
  it.each<[string, (client: ReturnType<typeof answeredClient>['client']) => Promise<unknown>]>([
    ['its parameter has another name', client => client.keys.revoke('k')],
    ['it is below the database of the dedicated tier', client => client.apps.get('a')],
    ['it is a permission', client => client.permissions.change({})],
  ])('is just not found on a server that has its route: %s', async (_, call) => {
    const error = await thrownBy(call(serverOf(() => Response.json(OLD)).client))
    expect(error).toBeInstanceOf(SluiceError)
    expect(error).not.toBeInstanceOf(NotSupportedError)
  })

  it.each([
    ['nothing', () => problem(503, 'UNAVAILABLE')],
    ['a page', () => page()],
    ['something else', () => Response.json({ openapi: '3.1.1' })],
    ['null', () => Response.json(null)],
  ])('is just not found where the server tells %s of itself', async (_, description) => {
    const error = await thrownBy(serverOf(description).client.keys.usage('k'))
    expect(error).toMatchObject({ name: 'SluiceError', code: 'NOT_FOUND' })
  })

  it('asks nothing for a document, whose route every version has, nor for a route that the caller has named', async () => {
    const { client, sent } = serverOf(() => Response.json(OLD))
    await thrownBy(client.collection('routes').get('a'))
    await client.raw.request('GET', '/of/later')
    await client.raw.GET('/keys/{id}/usage', { params: { path: { id: 'k' } } })
    expect(sent).toHaveLength(3)
  })
})
