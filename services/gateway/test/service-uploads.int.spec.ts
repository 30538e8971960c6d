import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import { bodyBudget, bytes, type RouteHandler } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { basic } from '../src/testing/http-client.ts'
import { headOf, type RunningBetween, SERVICE_WAYS, startBetween } from '../src/testing/start-between.ts'

const ann = basic('ann', "ann's password")

/** Bodies that come slowly on the way to a service, whether it is a socket or a call. */
describe.each(SERVICE_WAYS)('a body that comes slowly to a service by %s', way => {
  let between: RunningBetween
  let handled: string[] = []
  const echo: RouteHandler = async ({ rawBody }) => {
    handled.push(Buffer.from(rawBody).toString())
    return bytes(rawBody, 'text/plain')
  }
  const start = async (limits: Pick<Parameters<typeof startBetween>[0], 'patienceMs' | 'settings'>) => {
    handled = []
    between = await startBetween({ way, handlers: { 'POST /echo': echo }, ...limits })
    await between.write.permission('echo', { predicate: "path('/echo')" })
  }
  afterEach(() => between.stop())

  /** Sends the beginning of a body, and waits until the service has it. */
  async function beginBody(beginning = 'begun') {
    const headers = { ...ann, 'transfer-encoding': 'chunked', 'content-type': 'text/plain' }
    const heldBefore = bodyBudget.heldBytes()
    const request = between.begin('POST', '/echo', headers)
    request.write(beginning)
    await eventually(() => bodyBudget.heldBytes() > heldBefore)
    return request
  }

  it('is no silence of the service', async () => {
    const patienceMs = 200
    await start({ patienceMs })
    const request = await beginBody()
    const later = performance.now() + 3 * patienceMs
    await eventually(() => performance.now() > later)
    request.end(', ended')
    expect(await text(await headOf(request))).toBe('begun, ended')
  })

  it('is judged again at its end, and what is refused then reaches no handler', async () => {
    await start({ settings: { lateBodyMs: 0 } })
    const headers = { ...ann, 'transfer-encoding': 'chunked' }
    const request = between.begin('POST', '/echo', headers)
    const heldBefore = bodyBudget.heldBytes()
    // Once it is late, each chunk waits for the next one.
    await eventually(() => {
      request.write(' ')
      return bodyBudget.heldBytes() > heldBefore
    })
    await between.write.remove('acl', 'echo')
    request.end('ended')
    expect((await headOf(request)).statusCode).toBe(403)
    expect(handled).toEqual([])
  })

  it('for longer than the gateway waits is a 408, and reaches no handler', async () => {
    const before = bodyBudget.heldBytes()
    await start({ settings: { patience: { headersMs: 300, requestMs: 600 } } })
    const request = await beginBody()
    expect((await headOf(request)).statusCode).toBe(408)
    expect(handled).toEqual([])
    await eventually(() => between.shipped.length === 1 && bodyBudget.heldBytes() === before)
    expect(between.shipped[0]?.event.response?.statusCode).toBe(408)
  })
})
