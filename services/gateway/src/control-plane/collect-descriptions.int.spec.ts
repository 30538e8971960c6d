import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type UpstreamName, upstreamName } from '@sluice/contracts'
import { createLogger, describeRoutes } from '@sluice/service-kit'
import { temporaryDirectory } from '@sluice/testkit'
import { findFreePorts } from '@sluice/testkit/backends'
import type { UpstreamAddress } from '../exchange/forward/upstreams.ts'
import { collectDescriptions } from './collect-descriptions.ts'

const servers: Server[] = []
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map(server => new Promise(resolve => server.close(resolve).closeAllConnections())),
  )
})

const descriptionOf = (name: string) => JSON.stringify(describeRoutes([], { title: name, version: '1' }))
const describing =
  (name: string): RequestListener =>
  (_request, response) =>
    response.end(descriptionOf(name))

/** Serves on a Unix socket of its own, or on a port. */
async function serve(listener: RequestListener, port?: number): Promise<UpstreamAddress> {
  const server = createServer(listener)
  servers.push(server)
  const socketPath = join(await temporaryDirectory(), 's.sock')
  await new Promise<void>(resolve => server.listen(port ?? socketPath, resolve))
  return port === undefined ? { socketPath } : { url: `http://127.0.0.1:${port}` }
}

async function collect(special: RequestListener): Promise<string[]> {
  const logger = createLogger({ service: 'test', level: 'silent' })
  const others = await Promise.all(
    upstreamName.options.map(async name => [name, await serve(describing(name))] as const),
  )
  const addresses = { ...Object.fromEntries(others), data: await serve(special) } as Record<
    UpstreamName,
    UpstreamAddress
  >
  const found = await collectDescriptions({ addresses, logger })
  return found.map(({ info }) => info.title)
}

describe('the descriptions of the services', () => {
  it('are asked for over Unix sockets and ports', async () => {
    const [port] = await findFreePorts(1)
    const addresses = {
      data: await serve(describing('data'), port),
      'graphql-apps': await serve(describing('graphql-apps')),
      keys: await serve(describing('keys')),
      'webhook-dispatcher': await serve(describing('webhook-dispatcher')),
      mcp: await serve(describing('mcp')),
    }
    const found = await collectDescriptions({ addresses, logger: createLogger({ service: 'test', level: 'silent' }) })
    expect(found.map(({ info }) => info.title).toSorted()).toEqual([...upstreamName.options].toSorted())
  })

  it('are asked for again where a service is just starting', async () => {
    let asked = 0
    const titles = await collect((_request, response) => {
      asked += 1
      if (asked > 1) response.end(descriptionOf('data, at last'))
      else response.writeHead(503).end()
    })
    expect([asked, titles.includes('data, at last')]).toEqual([2, true])
  })

  it('are not there where a service refuses, or describes something else', async () => {
    await expect(collect((_request, response) => response.writeHead(404).end())).rejects.toThrow('404')
    await expect(collect((_request, response) => response.end('{}'))).rejects.toThrow()
  })

  it('are given up where one is endless', async () => {
    const chunk = 'x'.repeat(64 * 1024)
    const endless: RequestListener = (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more)
      more()
    }
    await expect(collect(endless)).rejects.toThrow()
  })
})
