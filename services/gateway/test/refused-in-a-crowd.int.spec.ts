import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { basic } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const CROWD = 3
const ann = basic('ann', "ann's password")
const guess = basic('ann', 'a guess')

let gateway: RunningGateway
let agents: Agent[]

async function start(more: { maxTurnMs?: number } = {}) {
  agents = []
  gateway = await startGateway({
    settings: { crowd: CROWD, ...more },
    handlers: { data: (_request, response) => response.writeHead(503).end() },
  })
  await gateway.write.permission('orders', { predicate: "path-prefix('/orders')" })
}
afterEach(async () => {
  for (const agent of agents) agent.destroy()
  await gateway.stop()
})

/** Somebody with one connection, which is kept. */
function newClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agents.push(agent)
  /** @returns status and what is said of the connection */
  return async (path: string, headers: Record<string, string> = {}) => {
    const { port } = gateway.gateway.address()
    const [answer]: IncomingMessage[] = await once(get({ agent, port, path, headers }), 'response')
    answer?.resume()
    return `${answer?.statusCode} ${answer?.headers.connection}`
  }
}

describe('Who is refused a sign-in', () => {
  it('keeps the connection while there are few', async () => {
    await start()
    expect(await newClient()('/whoami', guess)).toBe('401 keep-alive')
  })

  it('loses it in a crowd, where nobody else does', async () => {
    await start()
    const [first, second, third] = [newClient(), newClient(), newClient()]
    for (const ask of [first, second, third]) expect(await ask('/whoami', ann)).toBe('200 keep-alive')
    expect(await first('/whoami', ann)).toBe('200 keep-alive')
    expect(await first('/elsewhere', ann)).toBe('403 keep-alive')
    expect(await first('/orders', ann)).toBe('503 keep-alive')
    expect(await first('/whoami', guess)).toBe('401 close')
    expect(await second('/whoami', guess)).toBe('401 close')
  })

  it('is not whoever an overloaded gateway turns away: to connect anew would cost it more than to refuse', async () => {
    await start({ maxTurnMs: -1 })
    const [first, second, third] = [newClient(), newClient(), newClient()]
    for (const ask of [first, second, third]) expect(await ask('/whoami', ann)).toBe('503 keep-alive')
    expect(await first('/whoami', ann)).toBe('503 keep-alive')
  })

  it('keeps it again once the many have gone', async () => {
    await start()
    for (const ask of [newClient(), newClient(), newClient()]) await ask('/whoami', ann)
    for (const agent of agents) agent.destroy()
    const ask = newClient()
    await eventually(async () => expect(await ask('/whoami', guess)).toBe('401 keep-alive'))
  })
})
