import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createSluice } from '../client.ts'

const LIMIT_MS = 10_000
/** Nearly all of the limit goes by until it is known that there is something to read back. */
const LATE_MS = 9_000

const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ code, title: code, status, detail: '', requestId: 'r-1' }), { status })

/** A network that loses the first answer, refuses the second attempt late, and never answers what reads back. */
function openSlowNetwork(late: Response) {
  const methods: string[] = []
  const answer = (method: string, signal: AbortSignal | null | undefined) =>
    new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      if (methods.length === 1) reject(new TypeError('fetch failed'))
      else if (method !== 'GET') setTimeout(() => resolve(late), LATE_MS)
    })
  const sluice = createSluice({
    url: 'http://sluice.test',
    timeoutMs: LIMIT_MS,
    fetch: (_, { method = 'GET', signal } = {}) => {
      methods.push(method)
      return answer(method, signal)
    },
  })
  return { methods, routes: sluice.collection<{ flights: number }>('routes') }
}

describe('what reads a change back', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it.each([
    ['insert', 'POST', refusal(409, 'CONFLICT')],
    ['patch', 'PATCH', refusal(412, 'PRECONDITION_FAILED')],
  ] as const)('ends with the time limit of its %s, and leaves it unknown', async (name, method, late) => {
    const { methods, routes } = openSlowNetwork(late)
    const startedAt = performance.now()
    const call =
      name === 'insert' ? routes.insert({ flights: 1 }) : routes.patch('a', { flights: 1 }, { ifMatch: '"1"' })
    const ended = call.catch((error: unknown) => ({ error, afterMs: performance.now() - startedAt }))
    await jest.advanceTimersByTimeAsync(2 * LIMIT_MS)
    expect(await ended).toMatchObject({
      afterMs: LIMIT_MS,
      error: { name: 'SluiceTimeoutError', timeoutMs: LIMIT_MS, outcome: 'unknown' },
    })
    expect(methods).toEqual([method, method, 'GET'])
  })
})
