import { createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import { type HostileManner, makeSelfSigned, type SelfSigned, startHostileTarget } from '@sluice/testkit'
import { openBlock } from '../../domain/target/public-address.ts'
import type { NameResolver, ResolveAll } from '../../names/name-resolver.ts'
import { openDnsServer } from '../../testing/dns-server.ts'
import { namesBy } from '../../testing/names-by.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { requestTo } from '../../testing/request-to.ts'
import { createUndiciSender } from './undici-sender.ts'

const LOCAL = [openBlock('127.0.0.0/8')]
const senders: { close(): Promise<void> }[] = []
const servers: { close(): unknown }[] = []

afterEach(async () => {
  await Promise.all(senders.splice(0).map(sender => sender.close()))
})
afterAll(() => {
  for (const server of servers) server.close()
})

function senderWith(
  options: { open?: typeof LOCAL; names?: NameResolver; maxTargets?: number; perTarget?: number } = {},
) {
  const sender = createUndiciSender({ open: LOCAL, perTarget: 16, maxTargets: 8, names: resolvesTo(), ...options })
  senders.push(sender)
  return sender
}

async function hostile(manner: HostileManner, certificate?: SelfSigned) {
  const target = await startHostileTarget(manner, certificate)
  servers.push(target)
  return target
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

const resolvesTo = (...addresses: string[]) =>
  namesBy(async () => addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })))

describe('sending to a target that misbehaves', () => {
  const failed = (stage: string, code: string) => ({ kind: 'broken', stage, code })
  const answered = (statusCode: number) => ({ kind: 'answered', statusCode })

  it.each<[HostileManner, object]>([
    ['fails', answered(500)],
    ['hangs', failed('request', 'TIMEOUT')],
    ['resets', failed('response', 'CONNECTION_CLOSED')],
    ['resets-in-body', failed('response', 'CONNECTION_CLOSED')],
    ['hangs-in-body', failed('response', 'TIMEOUT')],
    ['one-byte-a-second', failed('response', 'TIMEOUT')],
    ['never-ends', { ...answered(200), isCut: true }],
    ['gzip-bomb', answered(200)],
    ['redirects-to-itself', answered(302)],
    ['redirects-inwards', answered(302)],
    ['says-too-long', failed('response', 'CONNECTION_CLOSED')],
    ['says-too-short', answered(200)],
    ['answers-204', answered(204)],
    ['floods-1xx', failed('response', 'TOO_MANY_1XX')],
    ['floods-headers', failed('response', 'HEADERS_TOO_LARGE')],
    ['speaks-ssh', failed('response', 'NOT_HTTP')],
  ])('%s: ends with its exact outcome within its deadline, and is asked once', async (manner, outcome) => {
    const target = await hostile(manner)
    const start = performance.now()
    expect(await senderWith().send(requestTo(target.url))).toMatchObject(outcome)
    expect(performance.now() - start).toBeLessThan(10_000)
    expect([...target.requests.values()]).toEqual([1])
  })

  it('an endless body: cut at 64 KiB', async () => {
    const outcome = await senderWith().send(requestTo((await hostile('never-ends')).url))
    expect(outcome.kind === 'answered' && outcome.body.length).toBe(64 * 1024)
  })

  it('a compressed bomb: kept as it came, never unpacked', async () => {
    const outcome = await senderWith().send(requestTo((await hostile('gzip-bomb')).url))
    expect(outcome.kind === 'answered' && gunzipSync(outcome.body).every(byte => byte === 0)).toBe(true)
  })

  it('a shorter length than the body: what was announced counts, and the connection is not used again', async () => {
    const target = await hostile('says-too-short')
    const sender = senderWith()
    for (let time = 0; time < 3; time += 1) {
      const outcome = await sender.send(requestTo(target.url))
      expect(outcome.kind === 'answered' && String(outcome.body)).toBe('abc')
    }
  })

  it('an answer that came in time, to a process that slept past the deadline: it counts', async () => {
    const url = await rawTarget(socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
      sleepAllOfUs(600)
    })
    expect(await senderWith().send(requestTo(url, 300))).toMatchObject({ kind: 'answered', statusCode: 200 })
  })

  it('a process that slept past the deadline before the request was on its way: it is not sent, and that is no fault of the target', async () => {
    const target = await openReceiver()
    const sending = senderWith().send(requestTo(target.url, 300))
    sleepAllOfUs(600)
    expect(await sending).toEqual({ kind: 'held-up' })
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
    const outcome = await senderWith({ open: [], names: resolvesTo(...addresses) }).send(
      requestTo('http://rebound.example.com/'),
    )
    expect(outcome).toMatchObject({ kind: 'broken', stage: 'destination', code: 'DESTINATION_REFUSED' })
  })

  it('is the very address that was judged', async () => {
    const target = await openReceiver()
    let lookups = 0
    const flipping: ResolveAll = name => {
      lookups += 1
      return resolvesTo(lookups === 1 ? '127.0.0.1' : '10.0.0.1').resolve(name)
    }
    const outcome = await senderWith({ names: namesBy(flipping) }).send(
      requestTo(target.url.replace('127.0.0.1', 'name.example.com')),
    )
    expect({ outcome, lookups }).toMatchObject({ outcome: { kind: 'answered', statusCode: 200 }, lookups: 1 })
    await target.close()
  })

  it.each([
    ['nobody vouches for', { of: makeSelfSigned('127.0.0.1'), says: 'DEPTH_ZERO_SELF_SIGNED_CERT', isTrusted: false }],
    ['has ended', { of: makeSelfSigned('127.0.0.1', Date.now() - 60_000), says: 'CERT_HAS_EXPIRED', isTrusted: true }],
    [
      'is of another name',
      { of: makeSelfSigned('other.example.com'), says: 'ERR_TLS_CERT_ALTNAME_INVALID', isTrusted: true },
    ],
  ])('is never told of anything when its certificate %s', async (_, { of: certificate, says, isTrusted }) => {
    const trusted = getCACertificates()
    if (isTrusted) setDefaultCACertificates([...trusted, certificate.cert])
    const target = await hostile('answers-204', certificate)
    const outcome = await senderWith()
      .send(requestTo(target.url))
      .finally(() => setDefaultCACertificates(trusted))
    expect(outcome).toMatchObject({ kind: 'broken', stage: 'tls', code: 'TLS_FAILED' })
    expect(outcome.kind === 'broken' && outcome.message).toContain(`(${says})`)
    expect(target.requests.size).toBe(0)
  })
})

describe('a name whose server is silent', () => {
  it('says so, with the name, within the deadline, and makes no other target wait', async () => {
    const target = await openReceiver()
    const zone = { 'well.example.com': [['127.0.0.1']] }
    const dns = await openDnsServer({ zone, manner: ({ name }) => (name.endsWith('.silent') ? 'silent' : undefined) })
    servers.push(dns)
    const sender = senderWith({ names: dns.names, maxTargets: 64 })
    const silent = Array.from({ length: 40 }, (_, at) => sender.send(requestTo(`http://n${at % 10}.silent/`, 2_000)))
    const start = performance.now()
    const well = await sender.send(requestTo(target.url.replace('127.0.0.1', 'well.example.com'), 1_000))
    expect(well).toMatchObject({ kind: 'answered', statusCode: 200 })
    const [first] = await Promise.all(silent)
    expect(first).toMatchObject({
      kind: 'broken',
      stage: 'dns',
      code: 'DNS_FAILED',
      message: 'The name n0.silent could not be looked up: its name server did not answer within 2000 ms.',
    })
    expect(performance.now() - start).toBeLessThan(2_500)
    await target.close()
  })
})

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

/** A target that counts the requests of each connection: `answer` gets its socket, the connection's number, the request's on it. */
async function countingTarget(answer: (socket: Socket, connection: number, request: number) => void) {
  const requests: number[] = []
  const server = createServer(socket => {
    const connection = requests.push(0)
    socket.on('error', () => {})
    socket.on('data', data => {
      if (!data.includes('POST ')) return
      const request = (requests[connection - 1] ?? 0) + 1
      requests[connection - 1] = request
      answer(socket, connection, request)
    })
  })
  servers.push(server)
  server.unref()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  return { url: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/x`, requests }
}

describe('a kept connection that breaks under a request', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['is closed', socket => socket.end()],
    ['is reset', socket => socket.resetAndDestroy()],
  ])('and %s before any byte of an answer: the request goes out once more, by a new one', async (_, end) => {
    const target = await countingTarget((socket, connection, request) =>
      connection === 1 && request === 2 ? end(socket) : socket.write(ANSWER),
    )
    const sender = senderWith({ perTarget: 1 })
    expect(await sender.send(requestTo(target.url))).toMatchObject({ kind: 'answered', statusCode: 200 })
    expect(await sender.send(requestTo(target.url))).toMatchObject({ kind: 'answered', statusCode: 200 })
    expect(target.requests).toEqual([2, 1])
  })

  it('and whose successor breaks too: it has failed, and is not sent a third time', async () => {
    const target = await countingTarget((socket, connection, request) =>
      connection === 1 && request === 1 ? socket.write(ANSWER) : socket.resetAndDestroy(),
    )
    const sender = senderWith({ perTarget: 1 })
    await sender.send(requestTo(target.url))
    expect(await sender.send(requestTo(target.url))).toMatchObject({ kind: 'broken', code: 'CONNECTION_CLOSED' })
    expect(target.requests).toEqual([2, 1])
  })

  it('and had begun to answer: it has failed, and is not sent again', async () => {
    const target = await countingTarget((socket, _, request) => {
      if (request === 1) socket.write(ANSWER)
      else socket.end('HTTP/1.1 200')
    })
    const sender = senderWith({ perTarget: 1 })
    await sender.send(requestTo(target.url))
    expect(await sender.send(requestTo(target.url))).toMatchObject({ kind: 'broken' })
    expect(target.requests).toEqual([2])
  })

  it('late: what is left of the time holds for the new one', async () => {
    const target = await countingTarget((socket, connection, request) => {
      if (connection === 1 && request === 1) socket.write(ANSWER)
      else if (connection === 1) setTimeout(() => socket.resetAndDestroy(), 300)
    })
    const sender = senderWith({ perTarget: 1 })
    const request = { ...requestTo(target.url), timeoutMs: 600 }
    await sender.send(request)
    const outcome = await sender.send(request)
    expect(outcome).toMatchObject({ kind: 'broken', code: 'TIMEOUT' })
    expect(outcome.kind === 'broken' && outcome.durationMs).toBeGreaterThanOrEqual(590)
    expect(outcome.kind === 'broken' && outcome.durationMs).toBeLessThan(900)
    expect(target.requests).toEqual([2, 1])
  })
})
