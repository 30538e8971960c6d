import { describe, expect, it, jest } from '@jest/globals'
import fc from 'fast-check'
import { isSluiceError, SluiceConnectionError, SluiceError } from '../src/index.ts'
import { answeredClient, endlessBody, lost, page, problem } from './answered-client.ts'

const thrownBy = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'nothing',
    (error: unknown) => error,
  )

describe('a page in place of an answer', () => {
  it.each(['PUT', 'DELETE', 'GET'])('is no success of %s', async method => {
    const { client } = answeredClient([() => page()])
    const routes = client.collection('routes')
    const calls = {
      PUT: () => routes.create(),
      DELETE: () => routes.delete('a'),
      GET: () => client.apps.schema('flights'),
    }
    const error = await thrownBy(Object(calls)[method]())
    // A proxy may have put it in the place of an answer that said what was done.
    expect(error).toMatchObject({
      code: 'UNEXPECTED_ANSWER',
      status: 200,
      outcome: method === 'GET' ? 'refused' : 'unknown',
    })
  })

  it('with 404 does not say that a change which was lost is made', async () => {
    const { client } = answeredClient([lost, () => page(404)])
    const error = await thrownBy(client.collection('routes').delete('a'))
    expect(error).toMatchObject({ status: 404, outcome: 'unknown' })
    const other = answeredClient([lost, () => page(404)]).client
    expect(await thrownBy(other.webhooks.delete('w'))).toMatchObject({ status: 404, outcome: 'unknown' })
  })

  it('with 404 does not say that an insert which was lost is not made', async () => {
    const { client } = answeredClient([lost, () => problem(409, 'CONFLICT'), () => page(404)])
    const error = await thrownBy(client.collection('routes').insert({ a: 1 }))
    expect(error).toMatchObject({ code: 'CONFLICT', outcome: 'unknown' })
  })

  it('is no stream of events', async () => {
    const { client, sent } = answeredClient([() => page()])
    expect(await thrownBy(client.events.tail().next())).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 200 })
    expect(sent).toHaveLength(1)
  })
})

describe('a call whose first answer was lost', () => {
  const gone = () => problem(404, 'NOT_FOUND')
  type Client = ReturnType<typeof answeredClient>['client']
  const deletions: [string, (client: Client) => Promise<void>][] = [
    ['a collection', client => client.collection('routes').drop({ ifMatch: '"1"' })],
    ['an index', client => client.collection('routes').indexes.delete('by-origin')],
    ['a document', client => client.collection('routes').delete('a')],
    ['a webhook', client => client.webhooks.delete('w')],
  ]

  it.each(deletions)(
    'has deleted %s that is gone on the second attempt, and not one that never was there',
    async (_, call) => {
      expect(await thrownBy(call(answeredClient([lost, gone]).client))).toBe('nothing')
      const { client } = answeredClient([gone])
      expect(await thrownBy(call(client))).toMatchObject({ code: 'NOT_FOUND' })
    },
  )

  it('has ended a session that is over on the second attempt', async () => {
    const over = () => problem(401, 'INVALID_TOKEN')
    expect(await thrownBy(answeredClient([lost, over]).client.token.end())).toBe('nothing')
    expect(await thrownBy(answeredClient([over]).client.token.end())).toMatchObject({ code: 'INVALID_TOKEN' })
  })

  it('has replaced a document that is what was sent, and may not have replaced one that has more', async () => {
    const replacedTo = (document: object) => {
      const found = () => Response.json(document, { headers: { etag: '"2"' } })
      const { client } = answeredClient([lost, () => problem(412, 'PRECONDITION_FAILED'), found])
      return client.collection('routes').replace('a', { flights: 1 }, { ifMatch: '"1"' })
    }
    const ours = { _id: 'a', _etag: { $oid: '6b03e00a89fb6746dd7a3ad2' }, flights: 1 }
    expect(await replacedTo(ours)).toEqual({ document: ours, etag: '"2"' })
    expect(await thrownBy(replacedTo({ ...ours, old: true }))).toMatchObject({
      code: 'PRECONDITION_FAILED',
      outcome: 'unknown',
    })
  })

  it('is not sent again where it may have made a webhook, whose secret is told once', async () => {
    const webhook = { name: 'New route', condition: "path('/routes')", url: 'http://127.0.0.1:1/' }
    const { client, sent } = answeredClient([lost, () => Response.json({})])
    expect(await thrownBy(client.webhooks.put('w', webhook))).toMatchObject({ outcome: 'unknown' })
    expect(sent).toHaveLength(1)
    for (const [body, options] of [
      [webhook, { ifMatch: '"1"' }],
      [{ ...webhook, secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3' }, {}],
    ] as const) {
      const repeated = answeredClient([lost, () => Response.json({})])
      await repeated.client.webhooks.put('w', body, options)
      expect(repeated.sent).toHaveLength(2)
    }
  })
})

describe('a stored aggregation', () => {
  const results = Array.from({ length: 250 }, (_, flights) => ({ flights }))
  const queriesOf = (sent: readonly Request[]) => sent.map(({ url }) => new URL(url).searchParams.get('page'))

  it('that gives all its results to each page is read once', async () => {
    for (const options of [{}, { pagesize: 1 }, { pagesize: 100 }]) {
      const { client, sent } = answeredClient([() => Response.json(results)])
      expect(await Array.fromAsync(client.collection('routes').aggregate('all', {}, options))).toEqual(results)
      expect(sent).toHaveLength(1)
    }
  })

  it('that gives as many as a page has is at its end where they are all', async () => {
    const page = () => Response.json(results.slice(0, 100), { headers: { 'x-total-count': '100' } })
    const { client, sent } = answeredClient([page])
    expect(await Array.fromAsync(client.collection('routes').aggregate('all'))).toHaveLength(100)
    expect(sent).toHaveLength(1)
  })

  it('that is cut into pages is read to its last one', async () => {
    const { client, sent } = answeredClient([
      () => Response.json(results.slice(0, 100)),
      () => Response.json(results.slice(100, 200)),
      () => Response.json(results.slice(200)),
    ])
    expect(await Array.fromAsync(client.collection('routes').aggregate('paged'))).toEqual(results)
    expect(queriesOf(sent)).toEqual(['1', '2', '3'])
  })
})

describe('a refusal that is none of Sluice', () => {
  it('is read for a megabyte, and no further', async () => {
    const { body, taken } = endlessBody('x'.repeat(2 ** 16))
    const { client } = answeredClient([() => new Response(body, { status: 400 })])
    expect(await thrownBy(client.whoami())).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 400 })
    expect(taken.isCancelled).toBe(true)
    expect(taken.bytes).toBeLessThan(2 ** 21)
  })

  it('of a stream ends with the time limit, and is read for a megabyte', async () => {
    const { body, taken } = endlessBody('x'.repeat(2 ** 16))
    const { client } = answeredClient([() => new Response(body, { status: 403 })])
    expect(await thrownBy(client.events.tail().next())).toMatchObject({ status: 403 })
    expect(taken.isCancelled).toBe(true)

    const stalled = (request: Request) =>
      new Response(
        new ReadableStream({ start: held => request.signal.addEventListener('abort', () => held.error('aborted')) }),
        { status: 403 },
      )
    const waiting = answeredClient([stalled], { timeoutMs: 20 }).client
    expect(await thrownBy(waiting.events.tail().next())).toMatchObject({ name: 'SluiceTimeoutError' })
  })

  it('gives an error whose fields have their types, and whose message is one line, whatever it says', async () => {
    const odd = fc.record(
      {
        code: fc.oneof(fc.constantFrom('NOT_FOUND', 'quota exceeded', 'A', ''), fc.jsonValue()),
        title: fc.oneof(fc.constant('one\nGET /: 200 OK\u2028two\u001b[31m'), fc.jsonValue()),
        detail: fc.jsonValue(),
        errors: fc.oneof(fc.constant([{ path: 'a', message: 'b' }, 7, null, { path: 1 }]), fc.jsonValue()),
        requestId: fc.oneof(fc.constant('a\r\nb'), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(odd, fc.jsonValue()), async body => {
        const { client } = answeredClient([() => Response.json(body, { status: 400 })])
        const error = await thrownBy(client.keys.policy())
        if (!isSluiceError(error)) throw error
        expect(error.code).toMatch(/^[A-Z][A-Z\d_]+$/)
        expect(error.message).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect([typeof error.title, typeof error.detail]).toEqual(['string', 'string'])
        expect(error.errors.every(({ path, message }) => typeof path === 'string' && typeof message === 'string')).toBe(
          true,
        )
      }),
    )
  })
})

describe('a stream of events', () => {
  const events = (body: BodyInit) => new Response(body, { headers: { 'content-type': 'text/event-stream' } })

  it('whose message has no end is given up', async () => {
    const { body, taken } = endlessBody(`data: ${'x'.repeat(2 ** 16)}`)
    const { client, sent } = answeredClient([() => events(body)])
    expect(await thrownBy(client.events.tail().next())).toBeInstanceOf(SluiceError)
    expect(taken.isCancelled).toBe(true)
    expect([sent.length, taken.bytes < 2 ** 22]).toEqual([1, true])
  })

  it('that is left midway is closed, and leaves nothing at the signal', async () => {
    const { body, taken } = endlessBody('id: 1\nevent: exchange\ndata: {}\n\n')
    const { client } = answeredClient([() => events(body)])
    const { signal } = new AbortController()
    const added = jest.spyOn(signal, 'addEventListener')
    const removed = jest.spyOn(signal, 'removeEventListener')
    for await (const { event } of client.events.tail({ signal })) if (event === 'exchange') break
    expect(taken.isCancelled).toBe(true)
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length)
  })
})

describe('a redirection', () => {
  it('that the network has followed against its word is no answer', async () => {
    const followed = () => Object.defineProperty(Response.json([]), 'redirected', { value: true })
    const { client } = answeredClient([followed])
    expect(await thrownBy(client.whoami())).toBeInstanceOf(SluiceConnectionError)
  })
})
