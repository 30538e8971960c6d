import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createSluice } from '../src/index.ts'

const servers: Server[] = []

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

describe('a redirection to another origin', () => {
  let url: string
  const reached: unknown[] = []

  beforeAll(async () => {
    const elsewhere = await serve(({ headers }, response) => {
      reached.push(headers)
      response.end('[]')
    })
    url = await serve(({ url: path = '' }, response) => {
      response.writeHead(Number(path.slice(1, 4)), { location: `${elsewhere}/` }).end()
    })
  })
  afterAll(() => {
    for (const server of servers) server.close()
  })

  it.each([301, 302, 303, 307, 308])('by %i takes neither a key nor a body there', async status => {
    const client = createSluice({ url: `${url}/${status}`, key: 'slk_the-key-of-this-test', retries: 0 })
    const lost = { name: 'SluiceConnectionError', cause: expect.stringContaining('leads elsewhere') }
    await expect(client.whoami()).rejects.toMatchObject(lost)
    await expect(client.collection('routes').insert({ a: 1 })).rejects.toMatchObject(lost)
    await expect(client.events.tail().next()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER', status })
    expect(reached).toEqual([])
  })
})
