import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, makeSelfSigned } from '@sluice/testkit'
import { filesOf } from '../src/testing/files-of.ts'
import { basic } from '../src/testing/http-client.ts'
import { followEvents, type RunningGateway, type ShippedExchange, startGateway } from '../src/testing/start-gateway.ts'

const { authorization } = basic('admin', "admin's password")

const head = (line: string, more: string) =>
  `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n${more}\r\n`
const chunked = (body: string) => head('POST /orders', 'Transfer-Encoding: chunked\r\n') + body

/** Bodies whose head is in order. */
const MALFORMED: readonly [string, string][] = [
  ['a chunk size that is no number', chunked('zz\r\n{}\r\n0\r\n\r\n')],
  ['a chunk size of 17 digits', chunked('10000000000000002\r\n{}\r\n0\r\n\r\n')],
  ['a chunk size that ends with a bare LF', chunked('2\n{}\r\n0\r\n\r\n')],
  ['a chunk that is longer than it says', chunked('2\r\n{}x\r\n0\r\n\r\n')],
  ['a second chunk that is malformed', chunked('2\r\n{}\r\n-1\r\nx\r\n0\r\n\r\n')],
  ['a trailer that is malformed', chunked('2\r\n{}\r\n0\r\nno trailer\r\n\r\n')],
  ['the transfer coding identity', head('POST /orders', 'Transfer-Encoding: identity\r\n')],
  ['a transfer coding that does not end with chunked', head('POST /orders', 'Transfer-Encoding: chunked, gzip\r\n')],
  ['chunked twice', `${head('POST /orders', 'Transfer-Encoding: chunked, chunked\r\n')}2\r\n{}\r\n0\r\n\r\n`],
]

const CODED: readonly [string, string][] = ['gzip, chunked', 'gzip\r\nTransfer-Encoding: chunked', 'br , chunked'].map(
  coding => [coding, `${head('POST /orders', `Transfer-Encoding: ${coding}\r\n`)}2\r\n{}\r\n0\r\n\r\n`],
)

type ServedBody = { bytes: string; isWhole: boolean }

describe.each(['HTTP', 'TLS'])('a gateway before requests that break in the middle, by %s', protocol => {
  const pair = makeSelfSigned('localhost')
  const isSecure = protocol === 'TLS'
  const bodies: ServedBody[] = []
  let arrived = ''
  let gateway: RunningGateway
  let shipped: ShippedExchange[]

  /** Waits for the whole body, as each service does. */
  const data: RequestListener = (request, response) => {
    let bytes = ''
    request.on('data', chunk => {
      bytes += chunk
      arrived = bytes
    })
    request.on('error', () => {})
    request.once('close', () => bodies.push({ bytes, isWhole: request.complete }))
    request.once('end', () => response.end('served'))
  }

  const keys: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('early')
  }

  beforeAll(async () => {
    const tls = isSecure ? { tls: await filesOf(pair) } : {}
    gateway = await startGateway({
      handlers: { data, keys },
      settings: { ...tls, patience: { headersMs: 300, requestMs: 600 } },
    })
    await gateway.write.wantEvents()
    ;({ shipped } = await followEvents(gateway.platform))
  })
  afterAll(() => gateway.stop())

  const open = (): Socket => {
    const { port } = gateway.gateway.address()
    return isSecure
      ? connectSecurely({ port, host: '127.0.0.1', ca: pair.cert, servername: 'localhost' })
      : connect(port, '127.0.0.1')
  }

  /** @returns all that comes back until the gateway closes the connection */
  const send = (text: string, thenSend?: (socket: Socket, received: string) => void) =>
    new Promise<string>((resolve, reject) => {
      let received = ''
      const socket = open()
      socket.write(text)
      socket.on('data', chunk => {
        received += chunk
        thenSend?.(socket, received)
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(received))
    })

  /** Sends a wrong request as a client does that wants nothing more once it was told what is wrong. */
  const sendWrong = (text: string) =>
    send(text, (socket, received) => {
      if (/"requestId":"[^"]+"\}$/.test(received)) socket.end()
    })

  const answersIn = (text: string) => text.match(/HTTP\/1\.1 \d+/g)

  function expectProblem(text: string, [status, code]: readonly [number, string]): void {
    expect(answersIn(text)).toEqual([`HTTP/1.1 ${status}`])
    expect(text.toLowerCase()).toContain('\r\nconnection: close\r\n')
    expect(text).toContain('\r\ncontent-type: application/problem+json\r\n')
    const requestId = /\r\nx-request-id: (\S+)\r\n/.exec(text)?.[1]
    expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ status, code, requestId })
  }

  it.each(MALFORMED)('answers 400 to %s', async (_name, sent) => {
    expectProblem(await sendWrong(sent), [400, 'BAD_REQUEST'])
  })

  it.each(CODED)('answers 501 to a transfer coding that it does not know: %s', async (_coding, sent) => {
    expectProblem(await sendWrong(sent), [501, 'TRANSFER_CODING_UNKNOWN'])
  })

  it('hands no service a body as whole that was cut by what is malformed', async () => {
    bodies.length = 0
    arrived = ''
    const socket = open()
    socket.write(chunked('5\r\n{"a":\r\n'))
    await eventually(() => arrived === '{"a":')
    const told = new Promise(resolve => socket.once('data', resolve))
    socket.write('zz\r\n')
    expectProblem(String(await told), [400, 'BAD_REQUEST'])
    socket.destroy()
    await eventually(() => bodies.length > 0)
    expect(bodies).toEqual([{ bytes: '{"a":', isWhole: false }])
  })

  it('records a request whose body broke off as what it was answered with', async () => {
    const text = await sendWrong(chunked('5\r\n{"a":\r\nzz\r\n'))
    const id = /\r\nx-request-id: (\S+)\r\n/.exec(text)?.[1]
    await eventually(() => shipped.some(({ event }) => event.id === id))
    const events = shipped.filter(({ event }) => event.id === id)
    expect(events).toHaveLength(1)
    expect(events[0]?.event).toMatchObject({ outcome: 'completed', aborted: false, response: { statusCode: 400 } })
  })

  it('answers 400 where a permission reads the body before it is sent on', async () => {
    await gateway.write.permission('reads', { predicate: "path-prefix('/read') and bson-request-contains(a)" })
    const ann = basic('ann', "ann's password").authorization
    const sent = chunked('5\r\n{"a":\r\nzz\r\n').replace('/orders', '/read').replace(authorization, ann)
    expectProblem(await sendWrong(sent), [400, 'BAD_REQUEST'])
  })

  it('records a client that goes away in the middle of a body as gone', async () => {
    const socket = open()
    arrived = ''
    socket.write(chunked('5\r\n{"b":\r\n').replace('/orders', '/gone'))
    await eventually(() => arrived === '{"b":')
    socket.end()
    await eventually(() => shipped.some(({ event }) => event.request.path === '/gone'))
    const [gone] = shipped.filter(({ event }) => event.request.path === '/gone')
    expect(gone?.event).toMatchObject({ aborted: true, outcome: 'unknown', response: null })
  })

  it('does not write a problem into an answer that has begun', async () => {
    const begun = head('POST /keys', 'Transfer-Encoding: chunked\r\n')
    let hasBroken = false
    const text = await send(`${begun}2\r\n{}\r\n`, (socket, received) => {
      if (hasBroken || !received.includes('early')) return
      hasBroken = true
      socket.write('zz\r\n')
    })
    expect(answersIn(text)).toEqual(['HTTP/1.1 200'])
    expect(text.endsWith('early')).toBe(true)
  })

  it('answers 408 to a head that comes too slowly', async () => {
    expectProblem(await sendWrong('POST /orders HTTP/1.1\r\nHost: a\r\n'), [408, 'REQUEST_TIMEOUT'])
  })

  it('answers 408 to a body that comes too slowly, and hands no service what came of it as whole', async () => {
    bodies.length = 0
    expectProblem(await sendWrong(chunked('2\r\n{}\r\n')), [408, 'REQUEST_TIMEOUT'])
    await eventually(() => bodies.length > 0)
    expect(bodies.map(({ isWhole }) => isWhole)).toEqual([false])
  })

  it('answers 408 to a short body that comes too slowly, of which no service hears', async () => {
    bodies.length = 0
    expectProblem(await sendWrong(`${head('POST /orders', 'Content-Length: 10\r\n')}{}`), [408, 'REQUEST_TIMEOUT'])
    expect(await send(`${head('POST /orders', 'Content-Length: 2\r\nConnection: close\r\n')}{}`)).toContain('served')
    await eventually(() => bodies.length > 0)
    expect(bodies).toEqual([{ bytes: '{}', isWhole: true }])
  })

  it('answers what came before a malformed request, and that with 400, in their order', async () => {
    const text = await sendWrong(head('GET /whoami', '') + chunked('zz\r\n'))
    expect(answersIn(text)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  })

  it('says nothing more on a connection whose request was answered before the rest of its body', async () => {
    const text = await send(`${head('POST /a%2fb', 'Content-Length: 10\r\n')}{}`)
    expect(answersIn(text)).toEqual(['HTTP/1.1 400'])
    expect(text).toContain('BAD_PATH')
  })
})

describe('a gateway that has as many connections as it may', () => {
  it('takes no more, serves those that it has, and takes others when one of them ends', async () => {
    const gateway = await startGateway({ settings: { maxConnections: 2 } })
    const { port } = gateway.gateway.address()
    const ask = head('GET /whoami', '')
    const held = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
    const answered = held.map(socket => new Promise(resolve => socket.once('data', resolve)))
    for (const socket of held) socket.write(ask)
    await Promise.all(answered)
    await expect(gateway.raw(ask).catch(() => '')).resolves.toBe('')
    const again = new Promise(resolve => held[0]?.once('data', resolve))
    held[0]?.write(ask)
    expect(String(await again)).toMatch(/^HTTP\/1\.1 200/)
    held[0]?.destroy()
    const closing = head('GET /whoami', 'Connection: close\r\n')
    await eventually(async () => /^HTTP\/1\.1 200/.test(await gateway.raw(closing).catch(() => '')))
    held[1]?.destroy()
    await gateway.stop()
  })
})
