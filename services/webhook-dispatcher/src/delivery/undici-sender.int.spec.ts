import { createServer as createTlsServer } from 'node:https'
import { createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import type { PlannedRequest } from '../domain/plan-delivery.ts'
import { openBlock } from '../domain/public-address.ts'
import { openReceiver } from '../testing/receiver.ts'
import type { ResolveAll } from './guarded-lookup.ts'
import { createUndiciSender } from './undici-sender.ts'

const LOCAL = [openBlock('127.0.0.0/8')]
const senders: { close(): Promise<void> }[] = []
const servers: Server[] = []

afterEach(async () => {
  await Promise.all(senders.splice(0).map(sender => sender.close()))
})
afterAll(() => {
  for (const server of servers) server.close()
})

function senderWith(options: { open?: typeof LOCAL; resolve?: ResolveAll; maxTargets?: number } = {}) {
  const sender = createUndiciSender({ open: LOCAL, perTarget: 16, maxTargets: 8, ...options })
  senders.push(sender)
  return sender
}

function requestTo(text: string, timeoutMs = 1000): PlannedRequest {
  const url = new URL(text)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return {
    url,
    port,
    target: `${url.protocol}//${url.hostname}:${port}`,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    isJson: true,
    timeoutMs,
  }
}

/** A target that speaks raw bytes: `answer` gets the socket once the request has begun. */
async function rawTarget(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  servers.push(server)
  server.unref()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  return `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/x`
}

/** Neither timers nor sockets move meanwhile, as in a frozen process. */
const sleepAllOfUs = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const resolvesTo =
  (...addresses: string[]): ResolveAll =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

describe('sending to a target that misbehaves', () => {
  it.each<[string, (socket: Socket) => void, object]>([
    ['hangs', () => {}, { kind: 'broken', stage: 'request', code: 'TIMEOUT' }],
    ['resets', socket => socket.resetAndDestroy(), { kind: 'broken', code: 'CONNECTION_CLOSED' }],
    [
      'closes in the middle of the body',
      socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'),
      { kind: 'broken', stage: 'response', code: 'CONNECTION_CLOSED' },
    ],
    [
      'hangs in the middle of the body',
      socket => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'),
      { kind: 'broken', stage: 'response', code: 'TIMEOUT' },
    ],
    ['speaks something else', socket => socket.end('SSH-2.0-OpenSSH\r\n'), { kind: 'broken', code: 'NOT_HTTP' }],
    [
      'sends huge headers',
      socket => void socket.write(`HTTP/1.1 200 OK\r\nx-big: ${'x'.repeat(20_000)}\r\n\r\n`),
      { kind: 'broken', code: 'HEADERS_TOO_LARGE' },
    ],
    [
      'floods with informational answers',
      socket => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(150)),
      { kind: 'broken', code: 'TOO_MANY_1XX' },
    ],
    [
      'answers 204',
      socket => void socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
      { kind: 'answered', statusCode: 204 },
    ],
    [
      'redirects inwards',
      socket => void socket.write('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n'),
      { kind: 'answered', statusCode: 302 },
    ],
  ])('%s: ends with its exact outcome within its deadline', async (_, answer, outcome) => {
    const url = await rawTarget(answer)
    const start = performance.now()
    expect(await senderWith().send(requestTo(url))).toMatchObject(outcome)
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  it('one byte a second: the deadline covers the body too', async () => {
    const url = await rawTarget(socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
      const timer = setInterval(() => socket.write('x'), 100)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await senderWith().send(requestTo(url))).toMatchObject({ kind: 'broken', code: 'TIMEOUT' })
  })

  it('an endless body: cut at 64 KiB, marked, and it counts by its status', async () => {
    const url = await rawTarget(socket => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      const piece = `4000\r\n${'x'.repeat(0x4000)}\r\n`
      const pour = () => {
        while (!socket.destroyed && socket.write(piece)) {}
      }
      socket.on('drain', pour)
      pour()
    })
    const outcome = await senderWith().send(requestTo(url))
    expect(outcome).toMatchObject({ kind: 'answered', statusCode: 200, isCut: true })
    expect(outcome.kind === 'answered' && outcome.body.length).toBe(64 * 1024)
  })

  it('a compressed bomb: kept as it came, never unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    const target = await openReceiver((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    const outcome = await senderWith().send(requestTo(target.url))
    expect(outcome.kind === 'answered' && Buffer.compare(outcome.body, bomb)).toBe(0)
    await target.close()
  })

  it('an answer that came in time, to a process that slept past the deadline: it counts', async () => {
    const url = await rawTarget(socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
      sleepAllOfUs(600)
    })
    expect(await senderWith().send(requestTo(url, 300))).toMatchObject({ kind: 'answered', statusCode: 200 })
  })

  it('a process that slept past the deadline before the request was on its way: it is not sent', async () => {
    const target = await openReceiver()
    const sending = senderWith().send(requestTo(target.url, 300))
    sleepAllOfUs(600)
    expect(await sending).toMatchObject({ kind: 'broken', stage: 'connect', code: 'TIMEOUT' })
    expect(target.received).toHaveLength(0)
    await target.close()
  })

  it('nothing there: refused at once, with a reason', async () => {
    const target = await openReceiver()
    await target.close()
    expect(await senderWith().send(requestTo(target.url))).toMatchObject({
      stage: 'connect',
      code: 'CONNECTION_REFUSED',
    })
  })
})

describe('where the socket connects', () => {
  it.each([
    ['an inner address', ['10.0.0.1']],
    ['a public and an inner address', ['93.184.216.34', '127.0.0.1']],
    ['an inner address in IPv6 clothes', ['::ffff:10.0.0.1']],
    ['nothing', []],
  ])('is never reached by a name that leads to %s', async (_, addresses) => {
    const outcome = await senderWith({ open: [], resolve: resolvesTo(...addresses) }).send(
      requestTo('http://rebound.example.com/'),
    )
    expect(outcome).toMatchObject({ kind: 'broken', stage: 'destination', code: 'DESTINATION_REFUSED' })
  })

  it('is the very address that was judged', async () => {
    const target = await openReceiver()
    let lookups = 0
    const flipping: ResolveAll = (name, options, callback) => {
      lookups += 1
      resolvesTo(lookups === 1 ? '127.0.0.1' : '10.0.0.1')(name, options, callback)
    }
    const outcome = await senderWith({ resolve: flipping }).send(
      requestTo(target.url.replace('127.0.0.1', 'name.example.com')),
    )
    expect({ outcome, lookups }).toMatchObject({ outcome: { kind: 'answered', statusCode: 200 }, lookups: 1 })
    await target.close()
  })

  it('has to prove its name with TLS', async () => {
    const server = createTlsServer(() => {})
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const bound = server.address()
    const port = typeof bound === 'object' ? bound?.port : ''
    expect(await senderWith().send(requestTo(`https://127.0.0.1:${port}/`))).toMatchObject({
      kind: 'broken',
      stage: 'tls',
    })
    server.close()
  })
})

describe('connections', () => {
  it('are reused', async () => {
    const target = await openReceiver()
    const sender = senderWith()
    for (let count = 0; count < 50; count += 1) await sender.send(requestTo(target.url))
    expect(target.received).toHaveLength(50)
    expect(target.connections()).toBeLessThanOrEqual(2)
    await target.close()
  })

  it('are kept for a bounded number of targets', async () => {
    const targets = await Promise.all(Array.from({ length: 6 }, () => openReceiver()))
    const sender = senderWith({ maxTargets: 2 })
    for (const target of [...targets, ...targets]) {
      expect(await sender.send(requestTo(target.url))).toMatchObject({ kind: 'answered' })
    }
    await Promise.all(targets.map(target => target.close()))
  })
})
