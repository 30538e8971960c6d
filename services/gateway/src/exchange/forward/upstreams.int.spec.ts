import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { openUpstreams } from './upstreams.ts'

describe('the connections to a service', () => {
  it('are waited for when the service has more of them waiting than its queue holds', async () => {
    const socketPath = join(await temporaryDirectory(), 'busy.sock')
    const server = createServer((_request, response) => response.end('done'))
    server.listen({ path: socketPath, backlog: 1 })
    await once(server, 'listening')
    const address = { socketPath }
    const upstreams = openUpstreams({
      data: address,
      keys: address,
      'graphql-apps': address,
      'webhook-dispatcher': address,
      mcp: address,
    })
    const pool = upstreams.ways('data')?.kept
    if (!pool) throw new RangeError('There is no pool.')
    const request = () => pool.request({ method: 'GET', path: '/' })
    const answers = await Promise.all(Array.from({ length: 100 }, () => request()))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    await upstreams.close()
    server.closeAllConnections()
    server.close()
  })
})
