import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import { eventStream } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { headOf, isWhole, type RunningBetween, SERVICE_WAYS, startBetween } from '../src/testing/start-between.ts'

/** Streams on the way from a service to the client, whether it is a socket or a call. */
describe.each(SERVICE_WAYS)('a stream of a service by %s', way => {
  let between: RunningBetween | undefined
  const start = async (pieces: () => AsyncIterable<string>) => {
    between = await startBetween({ way, handlers: { 'GET /stream': async () => eventStream(pieces()) } })
    return between
  }
  afterEach(async () => {
    await between?.stop()
    between = undefined
  })

  it('has its head at once and each piece as it comes, and is not recorded', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { begin, shipped } = await start(async function* () {
      await first.promise
      yield 'data: 1\n\n'
      await second.promise
      yield 'data: 2\n\n'
    })
    const response = await headOf(begin('GET', '/stream').end())
    expect(response.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    first.resolve()
    const [piece] = await once(response, 'data')
    expect(String(piece)).toBe('data: 1\n\n')
    second.resolve()
    expect(await text(response)).toBe('data: 2\n\n')
    expect(response.complete).toBe(true)
    await eventually(() => shipped.length === 1)
    expect(shipped[0]?.event).toMatchObject({ aborted: false, response: { body: { state: 'withheld' } } })
  })

  it('waits while its client does not read, and ends when the client goes', async () => {
    const state = { sent: 0, isLeft: false }
    const piece = 'x'.repeat(64 * 1024)
    const { begin, shipped } = await start(async function* () {
      try {
        while (state.sent < 64 * 1024 * 1024) {
          state.sent += piece.length
          yield piece
        }
      } finally {
        state.isLeft = true
      }
    })
    const request = begin('GET', '/stream').end()
    const response = await headOf(request)
    await once(response, 'readable')
    let before = -1
    await eventually(() => {
      const isStill = state.sent === before
      before = state.sent
      return isStill
    })
    expect(state).toEqual({ sent: expect.any(Number), isLeft: false })
    expect(state.sent).toBeLessThan(32 * 1024 * 1024)
    request.destroy()
    await eventually(() => state.isLeft && shipped.length === 1)
    expect(shipped[0]?.event.aborted).toBe(true)
  })

  it('arrives whole, at the pace of a client that reads slowly', async () => {
    const piece = 'x'.repeat(100_000)
    const { begin } = await start(async function* () {
      for (let at = 0; at < 100; at += 1) yield piece
    })
    const response = await headOf(begin('GET', '/stream').end())
    let length = 0
    for await (const chunk of response) {
      length += String(chunk).length
      await new Promise(setImmediate)
    }
    expect([length, response.complete]).toEqual([100 * piece.length, true])
  })

  it('is left before its first piece by a client that goes', async () => {
    let isLeft = false
    const pieces = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => {}),
        async return() {
          isLeft = true
          return { done: true as const, value: undefined }
        },
      }),
    }
    const { begin } = await start(() => pieces)
    const request = begin('GET', '/stream').end()
    await headOf(request)
    request.destroy()
    await eventually(() => isLeft)
  })

  it('that fails is cut, never ended as if it were whole', async () => {
    const { begin, shipped } = await start(async function* () {
      yield 'data: 1\n\n'
      throw new TypeError('broken')
    })
    expect(await isWhole(await headOf(begin('GET', '/stream').end()))).toBe(false)
    await eventually(() => shipped.length === 1)
    expect(shipped[0]?.event).toMatchObject({ aborted: true, response: { statusCode: 200 } })
  })
})
