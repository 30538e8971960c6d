import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { createGatewayServer, listenOn } from '../src/server.ts'

let server: Server
let port: number
let agents: Agent[]

beforeEach(async () => {
  agents = []
  server = createGatewayServer((_request, response) => response.end(), { crowd: 3 })
  port = (await listenOn(server, { host: '127.0.0.1', port: 0 })).port
})
afterEach(() => {
  for (const agent of agents) agent.destroy()
  server.close()
})

function newClient(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agents.push(agent)
  return agent
}

/** @returns for how long an idle connection is kept, as the answer says */
async function ask(agent: Agent): Promise<unknown> {
  const [answer]: IncomingMessage[] = await once(get({ agent, port }), 'response')
  answer?.resume()
  return answer?.headers['keep-alive']
}

const connections = () => new Promise<number>(resolve => server.getConnections((_fault, count) => resolve(count)))

describe('An idle connection', () => {
  it('is kept longer than balancers keep theirs, and for 5 s where there are many', async () => {
    const [first, second] = [newClient(), newClient()]
    expect([await ask(first), await ask(second)]).toEqual(['timeout=75', 'timeout=75'])
    expect(await ask(newClient())).toBe('timeout=5')
    expect(await ask(first)).toBe('timeout=5')
  })

  it('is kept for as long as before once the many have gone', async () => {
    for (const client of [newClient(), newClient(), newClient()]) await ask(client)
    for (const client of agents) client.destroy()
    await eventually(async () => expect(await connections()).toBe(0))
    expect(await ask(newClient())).toBe('timeout=75')
  })
})
