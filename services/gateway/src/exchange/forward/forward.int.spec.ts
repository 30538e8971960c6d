import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { GatewaySettings } from '../../settings.ts'
import { basic } from '../../testing/http-client.ts'
import { followEvents, type RunningGateway, startGateway } from '../../testing/start-gateway.ts'

const owner = basic('admin', "admin's password")

/** Reads the body, then does as told. */
const afterBody = (answer: (response: ServerResponse, body: Buffer) => void): RequestListener => {
  return async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    answer(response, Buffer.concat(chunks))
  }
}

describe('between client and service', () => {
  let gateway: RunningGateway | undefined
  const start = async (data: RequestListener, settings: Partial<GatewaySettings> = {}) => {
    gateway = await startGateway({ handlers: { data }, settings })
    await gateway.write.wantEvents()
    const { shipped, stop } = await followEvents(gateway.platform)
    return { gateway, shipped, stop }
  }
  /** A service that breaks each kept connection at its second request. */
  const startBreaking = async () => {
    const arrived: string[] = []
    const used = new WeakSet<Socket>()
    const running = await start((request, response) => {
      arrived.push(request.method ?? '')
      if (used.has(request.socket)) return void request.socket.destroy()
      used.add(request.socket)
      request.resume().once('end', () => response.end('{}'))
    })
    return { ...running, arrived }
  }
  afterEach(async () => {
    await gateway?.stop()
    gateway = undefined
  })

  it('large bodies pass both ways unchanged, and their beginning is recorded with the true length', async () => {
    const { gateway, shipped } = await start(afterBody((response, body) => response.end(body)))
    const body = Buffer.alloc(3 * 1024 * 1024, 'sluice')
    const headers = { ...owner, 'content-type': 'text/plain' }
    const answer = await gateway.call('POST /orders', { headers, body })
    expect(answer.text.length).toBe(body.length)
    await eventually(() => shipped.length > 0)
    const [{ event, requestBody, responseBody } = shipped[0]!] = shipped
    expect(event.request.body).toEqual({ state: 'captured', length: body.length, truncated: true })
    expect(event.response?.body).toEqual({ state: 'captured', length: body.length, truncated: true })
    expect([requestBody.length, responseBody.length]).toEqual([65_536, 65_536])
  })

  it('no request fails when there are more of them than the pool has connections', async () => {
    const { gateway, shipped } = await start(afterBody((response, body) => setImmediate(() => response.end(body))))
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, index) =>
        gateway.call('POST /orders', { headers: owner, body: `body ${index}` }),
      ),
    )
    expect(answers.map(answer => answer.text)).toEqual(answers.map((_, index) => `body ${index}`))
    await eventually(() => shipped.length === 400)
    const bodies = shipped.map(({ requestBody }) => Buffer.from(requestBody).toString())
    expect(new Set(bodies).size).toBe(400)
  })

  it('a service that breaks off before an answer is a 502, also for a write with a body', async () => {
    const { gateway, shipped } = await start(request => void request.socket.destroy())
    for (const body of [undefined, 'x', Buffer.alloc(2 * 1024 * 1024)]) {
      const answer = await gateway.call('POST /orders', { headers: owner, body })
      expect([answer.status, answer.json().code]).toEqual([502, 'UPSTREAM_FAILED'])
    }
    await eventually(() => shipped.length === 3)
    expect(shipped.map(({ event }) => event.response?.statusCode)).toEqual([502, 502, 502])
  })

  it('a read whose kept connection breaks before the answer goes out once more on a new one, and no write does', async () => {
    const { gateway, arrived, shipped } = await startBreaking()
    const read = () => gateway.call('GET /orders', { headers: owner })
    expect((await read()).status).toBe(200)
    expect([(await read()).status, arrived]).toEqual([200, ['GET', 'GET', 'GET']])
    arrived.length = 0
    for (const status of [200, 502])
      expect((await gateway.call('POST /orders', { headers: owner, body: '{}' })).status).toBe(status)
    for (const status of [200, 502])
      expect((await gateway.call('DELETE /orders/1', { headers: owner })).status).toBe(status)
    expect(arrived).toEqual(['POST', 'POST', 'DELETE', 'DELETE'])
    await eventually(() => shipped.length === 6)
    const told = shipped.map(({ event }) => event.response?.statusCode)
    expect(told.toSorted()).toEqual([200, 200, 200, 200, 502, 502])
  })

  it('a read that breaks on the new connection too is a 502', async () => {
    const arrived: string[] = []
    const { gateway } = await start(request => {
      arrived.push(request.method ?? '')
      request.socket.destroy()
    })
    const answer = await gateway.call('GET /orders', { headers: owner })
    expect([answer.status, answer.json().code, arrived]).toEqual([502, 'UPSTREAM_FAILED', ['GET', 'GET']])
  })

  it('a body may begin so long after its head that connections which nobody uses are given up meanwhile', async () => {
    const sockets = new Set<Socket>()
    const both = Promise.withResolvers<void>()
    const echo: RequestListener = async (request, response) => {
      sockets.add(request.socket)
      if (sockets.size === 2) both.resolve()
      await both.promise
      afterBody((answer, body) => answer.end(body))(request, response)
    }
    const { gateway } = await start(echo, { serviceIdleMs: 300 })
    const read = () => gateway.call('GET /orders', { headers: owner })
    await Promise.all([read(), read()])
    const port = gateway.gateway.address().port
    const headers = { ...owner, 'content-length': '4', 'content-type': 'text/plain' }
    const request = httpRequest({ port, method: 'POST', path: '/orders', headers })
    const answered = once(request, 'response')
    request.flushHeaders()
    await Promise.race([...sockets].map(socket => once(socket, 'close')))
    request.end('late')
    const [response] = (await answered) as [IncomingMessage]
    expect([response.statusCode, await text(response)]).toEqual([200, 'late'])
  })

  it('a service that is not there is a 502', async () => {
    const upstreams = Object.fromEntries(
      ['data', 'graphql-apps', 'keys', 'webhook-dispatcher'].map(name => [name, { socketPath: '/nowhere.sock' }]),
    ) as never
    gateway = await startGateway({ settings: { upstreams } })
    const answer = await gateway.call('POST /orders', { headers: owner, body: Buffer.alloc(1024 * 1024) })
    expect([answer.status, answer.json().code]).toEqual([502, 'UPSTREAM_FAILED'])
    expect((await gateway.call('GET /openapi.json')).status).toBe(502)
  })

  it('an answer that breaks off is cut for the client, never ended as if it were whole', async () => {
    const { gateway, shipped } = await start((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('half', () => response.destroy())
    })
    await expect(gateway.call('GET /orders', { headers: owner })).rejects.toThrow()
    await eventually(() => shipped.length === 1)
    expect(shipped[0]?.event).toMatchObject({ aborted: true, response: { statusCode: 200 } })
  })

  it('an answer that comes before the body was read is sent, and the connection closed', async () => {
    const { gateway } = await start((_request, response) => {
      response.writeHead(409, { 'content-length': '5' })
      response.end('early')
    })
    const request = httpRequest({
      port: gateway.gateway.address().port,
      method: 'POST',
      path: '/orders',
      headers: owner,
    })
    request.on('error', () => {})
    request.write(Buffer.alloc(256 * 1024))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(409)
    expect(response.headers.connection).toBe('close')
    request.destroy()
  })

  it('a client that goes away ends the request to the service, and its event says so', async () => {
    let hasArrived = false
    let isAborted = false
    const { gateway, shipped } = await start((_request, response) => {
      hasArrived = true
      response.once('close', () => {
        isAborted = !response.writableFinished
      })
    })
    const request = httpRequest({
      port: gateway.gateway.address().port,
      method: 'POST',
      path: '/orders',
      headers: owner,
    })
    request.on('error', () => {})
    request.end('{}')
    await eventually(() => hasArrived)
    request.destroy()
    await eventually(() => isAborted)
    await eventually(() => shipped.length === 1)
    expect(shipped[0]?.event).toMatchObject({ aborted: true, outcome: 'unknown', response: null })
  })

  it('streams arrive piece by piece, are never recorded, and hold back a service while the client does not read', async () => {
    let sent = 0
    const { gateway, shipped } = await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const piece = Buffer.alloc(64 * 1024, 'x')
      const push = () => {
        while (!response.destroyed && sent < 64 * 1024 * 1024) {
          sent += piece.length
          if (!response.write(piece)) return void response.once('drain', push)
        }
      }
      push()
    })
    const request = httpRequest({ port: gateway.gateway.address().port, path: '/orders', headers: owner })
    request.on('error', () => {})
    request.end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.on('error', () => {})
    await once(response, 'readable')
    let before = -1
    await eventually(() => {
      const isStill = sent === before
      before = sent
      return isStill
    })
    expect(sent).toBeLessThan(32 * 1024 * 1024)
    request.destroy()
    await eventually(() => shipped.length === 1)
    expect(shipped[0]?.event.response?.body.state).toBe('withheld')
  })

  it('HEAD, 204 and 304 are answered with their headers and no body', async () => {
    const { gateway, shipped } = await start((request, response) => {
      const status = Number(request.url?.slice(1))
      response.writeHead(status, { etag: '"1"', ...(status === 200 ? { 'content-length': '7' } : {}) })
      response.end()
    })
    for (const line of ['HEAD /200', 'GET /204', 'GET /304']) {
      const answer = await gateway.call(line, { headers: owner })
      expect([answer.status, answer.headers.etag, answer.text]).toEqual([Number(line.slice(-3)), '"1"', ''])
    }
    await eventually(() => shipped.length === 3)
  })

  it('what is in flight ends when the gateway stops, and its events reach the bus', async () => {
    let release = () => {}
    const { gateway, shipped } = await start((_request, response) => {
      release = () => response.end('done')
    })
    const answer = gateway.call('GET /orders', { headers: owner })
    const idle = release
    await eventually(() => release !== idle)
    const stopped = gateway.gateway.stop(5_000)
    release()
    expect((await answer).text).toBe('done')
    await stopped
    await eventually(() => shipped.length === 1)
  })
})
