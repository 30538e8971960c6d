import { describe, expect, it } from '@jest/globals'
import { SluiceConnectionError, SluiceTimeoutError } from '../errors.ts'
import { type CallAttemptReport, createTransport, type TransportOptions } from './transport.ts'

/** Answers the calls of a transport one after the other; a function is asked for its answer. */
function network(...answers: (Response | Error | ((init: RequestInit) => Promise<Response>))[]) {
  const sent: { url: string; init: RequestInit }[] = []
  const reports: CallAttemptReport[] = []
  const options: TransportOptions = {
    url: 'http://sluice.test',
    headers: { authorization: 'Bearer slk_secret' },
    credentials: 'omit',
    timeoutMs: 2_000,
    retries: 2,
    onRequest: report => reports.push(report),
    async fetch(url, init = {}) {
      sent.push({ url: String(url), init })
      const next = answers.shift()
      if (next === undefined || next instanceof Error) throw next ?? new TypeError('no more answers')
      return typeof next === 'function' ? next(init) : next
    },
  }
  return { sent, reports, transport: createTransport(options) }
}

const get = { method: 'GET', operation: 'GET /{collection}', path: '/routes?filter=%7B%7D' }
const post = { method: 'POST', operation: 'POST /{collection}', path: '/routes', body: '{}' }
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ code, title: code, status, detail: '', requestId: 'r-1' }), { status, headers })
const lost = () => new TypeError('fetch failed')
const untilAborted = ({ signal }: RequestInit) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

describe('a call', () => {
  it('is sent again after a lost answer, and says so with the answer that comes', async () => {
    const { sent, transport } = network(lost(), new Response('[]'))
    expect(await transport.send(get)).toMatchObject({ status: 200, text: '[]', isAfterLostAnswer: true })
    expect(sent).toHaveLength(2)
  })

  it('is sent three times at most', async () => {
    const { sent, transport } = network(lost(), lost(), lost(), new Response('[]'))
    await expect(transport.send(get)).rejects.toBeInstanceOf(SluiceConnectionError)
    expect(sent).toHaveLength(3)
  })

  it('that may have worked is not sent again where a second time would do it twice', async () => {
    const { sent, transport } = network(lost(), new Response('[]'))
    await expect(transport.send(post)).rejects.toMatchObject({ outcome: 'unknown' })
    expect(sent).toHaveLength(1)
  })

  describe('with an Idempotency-Key', () => {
    const keyed = { ...post, repeat: 'keyed' } as const
    const described = (name: string) =>
      new Response(
        JSON.stringify({ info: { version: '1' }, paths: { '/{collection}': { post: { parameters: [{ name }] } } } }),
      )
    const keyOf = ({ init }: { init: RequestInit }) => new Headers(init.headers).get('idempotency-key')

    it('is sent again under the same key after a lost answer, where the server says that it takes one', async () => {
      const { sent, transport } = network(lost(), described('Idempotency-Key'), new Response('{}', { status: 201 }))
      expect(await transport.send(keyed)).toMatchObject({ status: 201, isAfterLostAnswer: true })
      const keys = sent.filter(({ url }) => url.endsWith('/routes')).map(keyOf)
      expect(keys).toEqual([expect.stringMatching(/^"[0-9a-f]{32}"$/), keys[0]])
    })

    it('waits while the first attempt is under way', async () => {
      const { transport } = network(
        lost(),
        described('Idempotency-Key'),
        refusal(409, 'IDEMPOTENCY_KEY_IN_USE', { 'retry-after': '0' }),
        new Response('{}', { status: 201 }),
      )
      expect(await transport.send(keyed)).toMatchObject({ status: 201 })
    })

    it('is not sent again where the server does not know the key, or does not say', async () => {
      for (const answer of [described('If-Match'), lost()]) {
        const { sent, transport } = network(lost(), answer, new Response('{}', { status: 201 }))
        await expect(transport.send(keyed)).rejects.toMatchObject({ outcome: 'unknown' })
        expect(sent).toHaveLength(2)
      }
    })

    it('has another key each time', async () => {
      const { sent, transport } = network(new Response('{}'), new Response('{}'))
      await transport.send(keyed)
      await transport.send(keyed)
      expect(new Set(sent.map(keyOf)).size).toBe(2)
    })
  })

  it('that reads back a change leaves it unknown where no answer comes, and one that reads has changed nothing', async () => {
    const { transport } = network()
    await expect(transport.send(get)).rejects.toMatchObject({ outcome: 'refused' })
    await expect(transport.send({ ...get, readBackWithinMs: 1_000 })).rejects.toMatchObject({ outcome: 'unknown' })
  })

  it('that was refused before any work is sent again, whatever it does', async () => {
    const { transport } = network(
      refusal(503, 'OVERLOADED', { 'retry-after': '0' }),
      new Response('{}', { status: 201 }),
    )
    expect(await transport.send(post)).toMatchObject({ status: 201, isAfterLostAnswer: false })
  })

  it('does not wait longer than it has time: it answers with the refusal', async () => {
    const { sent, transport } = network(refusal(429, 'RATE_LIMITED', { 'retry-after': '30' }))
    expect(await transport.send(get)).toMatchObject({ status: 429 })
    expect(sent).toHaveLength(1)
  })

  it('ends at its time limit, the body of the answer included', async () => {
    const stalled = new ReadableStream({ pull: () => new Promise(() => undefined) })
    const { transport } = network(({ signal }) => {
      const answer = new Response(stalled)
      signal?.addEventListener('abort', () => void stalled.cancel().catch(() => undefined))
      return Promise.resolve(
        Object.assign(answer, {
          text: () => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
        }),
      )
    })
    const error = await transport.send({ ...post, timeoutMs: 30 }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SluiceTimeoutError)
    expect(error).toMatchObject({ timeoutMs: 30, outcome: 'unknown' })
  })

  it('throws the reason of its signal', async () => {
    const { transport } = network(untilAborted)
    const reason = new DOMException('enough', 'AbortError')
    const controller = new AbortController()
    const asked = transport.send({ ...get, signal: controller.signal })
    controller.abort(reason)
    await expect(asked).rejects.toBe(reason)
  })

  it('does not follow a redirection', async () => {
    const { transport } = network(new Response(null, { status: 302, headers: { location: 'http://elsewhere.test' } }))
    await expect(transport.send(post)).rejects.toBeInstanceOf(SluiceConnectionError)
  })

  it('sends no cookies', async () => {
    const { sent, transport } = network(new Response('[]'))
    await transport.send(get)
    expect(sent[0]?.init).toMatchObject({ credentials: 'omit', redirect: 'manual' })
  })

  it('is what was answered, whatever is thrown by who is told of it', async () => {
    const fetchOnce = async () => new Response('{}', { status: 201 })
    const transport = createTransport({
      url: 'http://sluice.test',
      headers: {},
      credentials: 'omit',
      timeoutMs: 2_000,
      retries: 2,
      fetch: fetchOnce,
      onRequest() {
        throw new TypeError('the log is full')
      },
    })
    expect(await transport.send(post)).toMatchObject({ status: 201 })
  })

  it('reports each attempt without its query and its credentials', async () => {
    const { reports, transport } = network(lost(), new Response('[]', { headers: { 'x-request-id': 'r-1' } }))
    await transport.send(get)
    expect(reports).toMatchObject([
      { path: '/routes', attempt: 1, status: undefined },
      { path: '/routes', attempt: 2, status: 200, requestId: 'r-1' },
    ])
    expect(JSON.stringify(reports)).not.toContain('slk_')
  })
})
