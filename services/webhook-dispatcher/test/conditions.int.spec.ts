import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { conditionCheck } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { v7 } from 'uuid'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'

let dispatcher: TestDispatcher
beforeAll(async () => {
  dispatcher = await openDispatcher()
})
afterAll(() => dispatcher.close())

const check = (body: unknown) => dispatcher.client.request('POST', '/webhooks/conditions/check', { body })
const problem = (answer: { status: number; json: unknown }) => ({ status: answer.status, ...(answer.json as object) })
const answerTo = async (body: unknown) => conditionCheck.parse((await check(body)).json)
const exchange = {
  request: { method: 'post', path: '/orders', headers: { 'X-Shop': 'north' }, body: { total: 7 } },
  response: { statusCode: 201 },
}

describe('POST /webhooks/conditions/check', () => {
  it('200: what the condition says of an exchange, and why', async () => {
    const condition =
      "path('/orders') and equals(%{i,x-shop}, 'north') and bson-request-contains('total') and response-code(2xx)"
    expect(await answerTo({ condition, exchange })).toMatchObject({
      matched: true,
      explanation: { result: true, children: expect.any(Array) },
      recent: { events: 0, matched: 0 },
    })
    const other = await answerTo({ condition: "path('/orders') and method('GET')", exchange })
    expect(other).toMatchObject({
      matched: false,
      explanation: { result: false, reason: expect.stringContaining('the method was POST') },
    })
  })

  it('200: of how many of the last 1,000 events it would have held, with bodies where it reads them', async () => {
    const samples = Array.from({ length: 1020 }, (_, at) => ({
      path: `/n/${at % 2}`,
      body: at % 4 === 0 ? { red: 1 } : { blue: 1 },
    }))
    await dispatcher.send(...samples)
    const recent = (condition: string) => answerTo({ condition }).then(answer => answer.recent)
    await eventually(async () => {
      const { matched } = await recent("path-prefix('/n')")
      return matched === 1000
    })
    expect(await answerTo({ condition: "path('/n/1')" })).toMatchObject({
      matched: null,
      explanation: null,
      recent: { events: 1000 },
    })
    const { events, matched } = await recent("bson-request-contains('red')")
    expect(events).toBe(1000)
    expect(matched).toBeGreaterThan(200)
    expect(matched).toBeLessThan(300)
  })

  it('200: of an event that was kept', async () => {
    const [event] = await dispatcher.send({ method: 'DELETE', path: '/kept' })
    const answer = await eventually(async () => {
      const asked = await check({ condition: "method('DELETE')", event: event!.id })
      return asked.status === 200 && conditionCheck.parse(asked.json)
    })
    expect(answer.matched).toBe(true)
  })

  it.each<[string, object, object]>([
    [
      'a condition that does not parse',
      { condition: "path('/a') and\nmethd('GET')" },
      { path: 'condition', line: 2, column: 1 },
    ],
    [
      'a path that is none',
      { condition: 'true', exchange: { request: { ...exchange.request, path: 'x' } } },
      { path: 'exchange.request.path' },
    ],
    ['an event besides an exchange', { condition: 'true', exchange, event: v7() }, { path: 'event' }],
    ['a field that is not known', { condition: 'true', exchanges: {} }, { path: 'exchanges' }],
  ])('400: names %s', async (_, body, error) => {
    expect(problem(await check(body))).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', errors: [error] })
  })

  it('404: an event that is not kept, by its field', async () => {
    const answer = await check({ condition: 'true', event: v7() })
    expect(problem(answer)).toMatchObject({ status: 404, errors: [{ path: 'event' }] })
  })

  it('413: an exchange that would be much work', async () => {
    const large = { ...exchange, request: { ...exchange.request, body: 'x'.repeat(600_000) } }
    expect((await check({ condition: 'true', exchange: large })).status).toBe(413)
  })
})
