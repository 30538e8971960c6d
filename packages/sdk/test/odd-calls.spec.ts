import { describe, expect, it } from '@jest/globals'
import { createSluice, type SluiceOptions, SluiceUsageError } from '../src/index.ts'
import { answeredClient, KEY, problem } from './answered-client.ts'

const pathOf = ({ url }: Request): string => url.replace('http://sluice.test', '')

describe('a name that somebody else has chosen', () => {
  it.each(['.', '..', '', '\ud800'])('never leads to something else: %j', async name => {
    const { client, sent } = answeredClient([() => Response.json([])])
    const calls = [
      () => client.collection(name).count(),
      () => client.collection('routes').aggregate(name).page(),
      () => client.collection('routes').indexes.delete(name),
      () => client.collection('routes').indexes.create(name, { keys: {} }),
      () => client.graphql(`a/${name}`).query('{ a }'),
      () => client.keys.revoke(name),
      () => client.webhooks.delete(name),
      () => client.webhooks.tail(name).next(),
    ]
    for (const call of calls) await expect((async () => call())()).rejects.toBeInstanceOf(SluiceUsageError)
    expect(sent).toEqual([])
  })

  it('with a slash stays one segment', async () => {
    const { client, sent } = answeredClient([() => problem(400, 'BAD_PATH')])
    await client
      .collection('a/../keys')
      .count()
      .catch(() => undefined)
    await client
      .collection('routes')
      .indexes.delete('a/b?c#d')
      .catch(() => undefined)
    expect(sent.map(pathOf)).toEqual(['/a%2F..%2Fkeys/_size', '/routes/_indexes/a%2Fb%3Fc%23d'])
  })

  it('is no id that stands for all documents', async () => {
    const { client, sent } = answeredClient([() => problem(400, 'BAD_PATH')])
    for (const $oid of ['*', '..', '_size', 'a/b']) {
      await client
        .collection('routes')
        .delete({ $oid })
        .catch(() => undefined)
    }
    expect(sent.map(request => new URL(request.url).pathname)).toEqual(Array(4).fill('/routes/_id'))
  })

  it('is no position that ends the filter', async () => {
    const { client, sent } = answeredClient([() => Response.json([])])
    const list = client.collection('routes').find({ stable: true })
    await expect(list.page({ at: '1},"secret":{"$gt":0' })).rejects.toBeInstanceOf(SluiceUsageError)
    expect(sent).toEqual([])
    await list.page({ at: '{"$numberLong":"9007199254740993"}' })
    expect(decodeURIComponent(pathOf(sent[0] as Request))).toContain(
      '{"_id":{"$gt":{"$numberLong":"9007199254740993"}}}',
    )
  })
})

describe('a document without a version', () => {
  it('is updated only as long as it has none', async () => {
    const stored = () => Response.json({ _id: 'a', flights: 1 })
    const written = () => Response.json({ _id: 'a', flights: 2 }, { headers: { etag: '"1"' } })
    const { client, sent } = answeredClient([stored, () => problem(412, 'PRECONDITION_FAILED'), written])
    const routes = client.collection<{ flights: number }>('routes')
    const raised = await routes.update('a', ({ flights }) => (flights < 2 ? { flights: flights + 1 } : undefined))
    expect(raised).toMatchObject({ document: { flights: 2 }, etag: '"1"' })
    expect(sent.map(({ method, headers }) => [method, headers.get('if-match')])).toEqual([
      ['GET', null],
      ['PATCH', '"none"'],
      ['GET', null],
    ])
  })
})

describe('a header that can not be sent', () => {
  it.each<[string, (client: ReturnType<typeof answeredClient>['client']) => Promise<unknown>]>([
    ['a version', client => client.collection('routes').patch('a', { b: 1 }, { ifMatch: '"1"\r\nx: y' })],
    ['the place in a stream', client => client.events.tail({ after: '1\n2' }).next()],
    ['a field of raw', client => client.raw.request('GET', '/', { headers: { 'x-a': 'a\0b' } })],
  ])('is refused before anything is sent, and not quoted: %s', async (_, call) => {
    const { client, sent } = answeredClient([() => Response.json({})])
    const error: unknown = await call(client).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SluiceUsageError)
    expect(String(error)).toMatch(/^SluiceUsageError: The header [\w-]+ can't be sent\.$/)
    expect(sent).toEqual([])
  })
})

describe('an option of a client', () => {
  it.each<[string, Partial<SluiceOptions>]>([
    ['retries that are no number, which would never end', { retries: Number.NaN }],
    ['endless retries', { retries: Number.POSITIVE_INFINITY }],
    ['half a retry', { retries: 0.5 }],
    ['a time limit that is no number', { timeoutMs: Number.NaN }],
    ['a time limit that is over', { timeoutMs: 0 }],
    ['a name whose colon would begin the password', { key: undefined, user: 'amelia:x', password: 'y' }],
  ])('is refused where it can not be meant: %s', (_, options) => {
    const given = { url: 'http://sluice.test', ...options } as SluiceOptions
    expect(() => createSluice(given)).toThrow(SluiceUsageError)
  })

  it('replaces what the SDK sends, in whatever case it is written, but not who signs in', async () => {
    const headers = { 'Sluice-Client': 'cli/1.0.0', Authorization: 'Basic eDp5' }
    const { client, sent } = answeredClient([() => Response.json({})], { headers })
    await client.whoami()
    expect(sent[0]?.headers.get('sluice-client')).toBe('cli/1.0.0')
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`)
  })
})

describe('a call that is given up', () => {
  it('while it waits for its next attempt throws the reason, and is not sent again', async () => {
    const controller = new AbortController()
    const reason = new DOMException('enough', 'AbortError')
    const overloaded = () => {
      setTimeout(() => controller.abort(reason))
      return new Response(problem(503, 'OVERLOADED').body, { status: 503, headers: { 'retry-after': '4' } })
    }
    const { client, sent } = answeredClient([overloaded])
    const startedAt = performance.now()
    await expect(client.whoami({ signal: controller.signal })).rejects.toBe(reason)
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    expect(sent).toHaveLength(1)
  })
})
