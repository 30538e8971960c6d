import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { answeredClient, lost, problem } from './answered-client.ts'

const events = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
const message = (id: number) => `id: ${id}\nevent: exchange\ndata: {"path":"/${id}"}\n\n`

/** All its pauses together. */
const LONGEST_MS = 60_000

describe('a stream that breaks', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it('comes back behind its last message, whatever comes between, and ends at a refusal', async () => {
    const { client, sent } = answeredClient([
      () => events(`${message(1)}${message(2)}id: 3\nevent: exch`),
      lost,
      () => problem(503, 'UNAVAILABLE'),
      () => events(`: a heartbeat\n\nevent: gap\ndata: {"missed":4}\n\n${message(9)}`),
      () => problem(401, 'INVALID_TOKEN'),
    ])
    const told: string[] = []
    const followed = (async () => {
      for await (const update of client.events.tail()) told.push('id' in update ? update.id : update.event)
    })()
    const refused = expect(followed).rejects.toMatchObject({ code: 'INVALID_TOKEN', status: 401 })
    await jest.advanceTimersByTimeAsync(LONGEST_MS)
    await refused
    expect(told).toEqual(['1', '2', 'gap', '9'])
    expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '2', '2', '2', '9'])
  })

  it('says when its connection stands, and when it has broken', async () => {
    const { client } = answeredClient([
      () => events(message(1)),
      lost,
      () => problem(503, 'UNAVAILABLE'),
      () => events(message(2)),
      () => problem(401, 'INVALID_TOKEN'),
    ])
    const told: unknown[] = []
    const followed = (async () => {
      for await (const update of client.events.tail({ onConnection: isStanding => told.push(isStanding) }))
        told.push('id' in update && update.id)
    })()
    const refused = expect(followed).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    await jest.advanceTimersByTimeAsync(LONGEST_MS)
    await refused
    expect(told).toEqual([true, '1', false, true, '2', false])
  })

  it('comes back to its beginning where it has told nothing yet', async () => {
    const { client, sent } = answeredClient([
      () => events('id: 0\n\n: a heartbeat\n\n'),
      () => events(': a heartbeat\n\n'),
      () => events(message(1)),
      () => problem(401, 'INVALID_TOKEN'),
    ])
    const tail = client.events.tail()
    const first = tail.next()
    await jest.advanceTimersByTimeAsync(LONGEST_MS)
    expect((await first).value).toMatchObject({ id: '1', data: { path: '/1' } })
    const refused = expect(tail.next()).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    await jest.advanceTimersByTimeAsync(LONGEST_MS)
    await refused
    expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '0', '0', '1'])
  })

  it('comes back to the place that it said last, as soon as nothing has followed it', async () => {
    const { client, sent } = answeredClient([
      () => events('id: 0\n\nid: 4\n\nid: 7\n\n: x\n\nid: 8\nevent: exch'),
      () => problem(401, 'INVALID_TOKEN'),
    ])
    const refused = expect(client.events.tail().next()).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    await jest.advanceTimersByTimeAsync(LONGEST_MS)
    await refused
    expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '7'])
  })

  it('ends at its signal while it waits to come back', async () => {
    const controller = new AbortController()
    const { client, sent } = answeredClient([() => events(message(1))])
    const tail = client.events.tail({ signal: controller.signal, after: '0' })
    expect((await tail.next()).value).toMatchObject({ id: '1' })
    const next = tail.next()
    setTimeout(() => controller.abort(), 100)
    await jest.advanceTimersByTimeAsync(LONGEST_MS)
    expect(await next).toEqual({ done: true, value: undefined })
    expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual(['0'])
  })

  it('throws where there was no answer even the first time', async () => {
    const { client } = answeredClient([lost])
    await expect(client.events.tail().next()).rejects.toMatchObject({ name: 'SluiceConnectionError' })
  })
})
