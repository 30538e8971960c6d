import { createServer as createTlsServer } from 'node:https'
import { createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import { makeSelfSigned } from '@sluice/testkit'
import { type ConnectProxyOptions, openConnectProxy } from '@sluice/testkit/proxy'
import type { ProxyServer } from '../../domain/target/proxy-server.ts'
import { type OpenBlock, openBlock } from '../../domain/target/public-address.ts'
import { NameLookupError } from '../../names/name-lookup-error.ts'
import type { ResolveAll } from '../../names/name-resolver.ts'
import { openDnsServer } from '../../testing/dns-server.ts'
import { namesBy } from '../../testing/names-by.ts'
import { proxyAt } from '../../testing/proxy-at.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { requestTo } from '../../testing/request-to.ts'
import { createTimedSender } from './timed-sender.ts'
import { createUndiciSender } from './undici-sender.ts'

/** Addresses that stand for targets on the internet: nothing of this machine leads there but the proxy of a test. */
const PUBLIC = '93.184.216.34'
const OTHER_PUBLIC = '93.184.216.35'
const LOGIN = 'sluice:p%40ss'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})
const trusted = getCACertificates()
afterAll(() => setDefaultCACertificates(trusted))

const resolvesTo =
  (...addresses: string[]): ResolveAll =>
  async () =>
    addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))

type SenderParts = { proxy: ProxyServer; resolve?: ResolveAll; open?: OpenBlock[]; perTarget?: number }

function senderBy({ proxy, resolve = resolvesTo(PUBLIC), open = [], perTarget = 4 }: SenderParts) {
  const sender = createUndiciSender({ open, perTarget, maxTargets: 8, names: namesBy(resolve), proxy })
  ending.push(() => sender.close())
  return sender
}

async function startProxy(options: ConnectProxyOptions = {}) {
  const proxy = await openConnectProxy(options)
  ending.push(() => proxy.close())
  return proxy
}

async function startReceiver() {
  const receiver = await openReceiver()
  ending.push(() => receiver.close())
  return { ...receiver, port: Number(new URL(receiver.url).port) }
}

describe('a delivery by a proxy', () => {
  it('asks it for the address that was judged, and tells the target the name', async () => {
    const receiver = await startReceiver()
    const proxy = await startProxy({ leadsTo: () => receiver.port })
    const outcome = await senderBy({ proxy: proxyAt(proxy.url) }).send(requestTo('http://hooks.example.com:8080/x'))
    expect(outcome).toMatchObject({ kind: 'answered', statusCode: 200 })
    expect(proxy.asked).toEqual([{ authority: `${PUBLIC}:8080`, authorization: undefined }])
    expect(receiver.received[0]?.headers).toMatchObject({ host: 'hooks.example.com:8080' })
    expect(receiver.received[0]?.headers).not.toHaveProperty('proxy-authorization')
    expect(proxy.others).toEqual([])
  })

  it('has TLS from here to the target, which proves its name, and signs in to the proxy', async () => {
    const certificate = makeSelfSigned('hooks.example.com')
    setDefaultCACertificates([...trusted, certificate.cert])
    const served: unknown[] = []
    const target = createTlsServer(certificate, ({ headers, socket }, response) => {
      served.push([headers.host, Reflect.get(socket, 'servername')])
      response.end('ok')
    })
    await new Promise<void>(resolve => target.listen(0, '127.0.0.1', resolve))
    ending.push(() => target.close())
    const bound = target.address()
    const leadsTo = () => (typeof bound === 'object' ? bound?.port : undefined)
    const proxy = await startProxy({ leadsTo })
    const by = proxyAt(proxy.url.replace('//', `//${LOGIN}@`))
    const sender = senderBy({ proxy: by })
    expect(await sender.send(requestTo('https://hooks.example.com/'))).toMatchObject({ statusCode: 200 })
    expect(served).toEqual([['hooks.example.com', 'hooks.example.com']])
    const authorization = `Basic ${Buffer.from('sluice:p@ss').toString('base64')}`
    expect(proxy.asked).toEqual([{ authority: `${PUBLIC}:443`, authorization }])
    const other = await sender.send(requestTo('https://other.example.com/'))
    expect(other).toMatchObject({ kind: 'broken', stage: 'tls', code: 'TLS_FAILED' })
    setDefaultCACertificates(trusted)
  })

  it('goes to a proxy that speaks TLS itself, and is not told to one that proves no name', async () => {
    const receiver = await startReceiver()
    const certificate = makeSelfSigned('127.0.0.1')
    const proxy = await startProxy({ leadsTo: () => receiver.port, certificate })
    const by = proxyAt(proxy.url)
    const unproven = await senderBy({ proxy: by }).send(requestTo('http://hooks.example.com/'))
    expect(unproven).toMatchObject({ stage: 'proxy', code: 'PROXY_UNREACHABLE' })
    expect(proxy.asked).toEqual([])
    setDefaultCACertificates([...trusted, certificate.cert])
    expect(await senderBy({ proxy: by }).send(requestTo('http://hooks.example.com/'))).toMatchObject({
      statusCode: 200,
    })
    setDefaultCACertificates(trusted)
  })

  it('keeps its connections, as many as without one', async () => {
    const receiver = await startReceiver()
    const proxy = await startProxy({ leadsTo: () => receiver.port })
    const sender = senderBy({ proxy: proxyAt(proxy.url), perTarget: 2 })
    await Promise.all(Array.from({ length: 20 }, () => sender.send(requestTo('http://hooks.example.com/'))))
    expect(receiver.received).toHaveLength(20)
    expect(proxy.asked.length).toBeLessThanOrEqual(2)
  })

  it('tries the other addresses of a name where the proxy can not reach one', async () => {
    const receiver = await startReceiver()
    const proxy = await startProxy({
      leadsTo: authority => (authority.startsWith(OTHER_PUBLIC) ? receiver.port : 1),
    })
    const resolve = resolvesTo('2606:4700::1111', PUBLIC, OTHER_PUBLIC)
    const outcome = await senderBy({ proxy: proxyAt(proxy.url), resolve }).send(requestTo('http://hooks.example.com/'))
    expect(outcome).toMatchObject({ statusCode: 200 })
    expect(proxy.asked.map(({ authority }) => authority)).toEqual([`${PUBLIC}:80`, `${OTHER_PUBLIC}:80`])
  })

  it('is timed as any other where it is a test', async () => {
    const receiver = await startReceiver()
    const proxy = await startProxy({ leadsTo: () => receiver.port })
    const sender = createTimedSender({ open: [], names: namesBy(resolvesTo(PUBLIC)), proxy: proxyAt(proxy.url) })
    expect(await sender.send(requestTo('http://hooks.example.com/'))).toMatchObject({ statusCode: 200 })
    const number = expect.any(Number)
    expect(sender.stages()).toEqual({ dnsMs: number, connectMs: number, tlsMs: null, firstByteMs: number })
  })

  it('goes without it to what NO_PROXY names, and to this machine', async () => {
    const receiver = await startReceiver()
    const proxy = await startProxy()
    const by = proxyAt(proxy.url, { exceptions: 'near.example.com' })
    const sender = senderBy({ proxy: by, resolve: resolvesTo('127.0.0.1'), open: [openBlock('127.0.0.1/32')] })
    for (const host of ['near.example.com', '127.0.0.1']) {
      expect(await sender.send(requestTo(`http://${host}:${receiver.port}/`))).toMatchObject({ statusCode: 200 })
    }
    expect(proxy.asked).toEqual([])
  })

  it('asks it for no name that leads to this machine, also where that is opened', async () => {
    const proxy = await startProxy()
    const open = [openBlock('127.0.0.1/32')]
    const sender = senderBy({ proxy: proxyAt(proxy.url), resolve: resolvesTo('127.0.0.1'), open })
    const outcome = await sender.send(requestTo('http://hooks.example.com/'))
    expect(outcome).toMatchObject({ stage: 'destination', code: 'DESTINATION_REFUSED' })
    expect(proxy.asked).toEqual([])
  })
})

describe('a name that nobody here can look up', () => {
  const resolve: ResolveAll = async name => {
    throw new NameLookupError('HOST_NOT_FOUND', `The name ${name}`, 'is not known to the name servers')
  }

  it('is not asked of the proxy', async () => {
    const proxy = await startProxy()
    const outcome = await senderBy({ proxy: proxyAt(proxy.url), resolve }).send(requestTo('http://hooks.example.com/'))
    expect(outcome).toMatchObject({ stage: 'dns', code: 'HOST_NOT_FOUND' })
    expect(proxy.asked).toEqual([])
  })

  it('is asked of a proxy that looks names up, unless it is an inner one', async () => {
    const receiver = await startReceiver()
    const proxy = await startProxy({ leadsTo: () => receiver.port })
    const by = proxyAt(proxy.url, { resolvesNames: true })
    const sender = senderBy({ proxy: by, resolve, open: [openBlock('10.0.0.0/8')] })
    expect(await sender.send(requestTo('http://hooks.example.com/'))).toMatchObject({ statusCode: 200 })
    for (const host of ['wiki.corp', 'metadata', 'db.internal']) {
      expect(await sender.send(requestTo(`http://${host}/`))).toMatchObject({ code: 'DESTINATION_REFUSED' })
    }
    expect(proxy.asked.map(({ authority }) => authority)).toEqual(['hooks.example.com:80'])
  })
})

describe('a proxy that opens no connection', () => {
  const saying = (text: string) => (socket: { end(text: string): void }) => socket.end(text)

  it.each<[string, string, ConnectProxyOptions['answer']]>([
    ['wants other credentials', 'PROXY_LOGIN_REFUSED', saying('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')],
    ['forbids the target', 'PROXY_REFUSED', saying('HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno')],
    ['can not reach the target', 'PROXY_FAILED', saying('HTTP/1.1 502 Bad Gateway\r\n\r\n')],
    ['waits for the target in vain', 'PROXY_FAILED', saying('HTTP/1.1 504 Gateway Timeout\r\n\r\n')],
    ['says no HTTP', 'PROXY_CLOSED', saying('SSH-2.0-OpenSSH_9.2\r\n')],
    ['floods with headers', 'PROXY_CLOSED', saying(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)],
    ['hangs up', 'PROXY_CLOSED', socket => void socket.destroy()],
    ['is silent', 'PROXY_TIMEOUT', () => {}],
  ])(
    'and %s: the stage is proxy, the code %s, and the proxy is named without its credentials',
    async (_, code, answer) => {
      const proxy = await startProxy({ answer })
      const by = proxyAt(proxy.url.replace('//', `//${LOGIN}@`))
      const outcome = await senderBy({ proxy: by }).send(requestTo('http://hooks.example.com/', 700))
      expect(outcome).toMatchObject({ kind: 'broken', stage: 'proxy', code })
      const { message } = outcome as { message: string }
      expect(message).toContain(`127.0.0.1:${proxy.port}`)
      expect(message).not.toMatch(/p@ss|p%40ss|Basic/)
    },
  )

  it('and is not there: it says so', async () => {
    const proxy = await startProxy()
    await proxy.close()
    const outcome = await senderBy({ proxy: proxyAt(proxy.url) }).send(requestTo('http://hooks.example.com/'))
    expect(outcome).toMatchObject({
      stage: 'proxy',
      code: 'PROXY_UNREACHABLE',
      message: `The proxy ${new URL(proxy.url).host} refused the connection.`,
    })
  })

  it('and whose name is not known: it says so, and not of the target', async () => {
    const resolve: ResolveAll = async name => {
      if (name === 'hooks.example.com') return [{ address: PUBLIC, family: 4 }]
      throw new NameLookupError('HOST_NOT_FOUND', `The name ${name}`, 'is not known to the name servers')
    }
    const by = proxyAt('http://proxy.example.net:3128')
    const outcome = await senderBy({ proxy: by, resolve }).send(requestTo('http://hooks.example.com/'))
    expect(outcome).toMatchObject({
      stage: 'proxy',
      code: 'PROXY_UNREACHABLE',
      message: 'The proxy proxy.example.net:3128 is not known to the name servers.',
    })
  })

  it('but whose target is silent, or its name server: they are told from the proxy', async () => {
    const proxy = await startProxy({ leadsTo: () => silent.port })
    const silent = await silentTarget()
    const by = proxyAt(proxy.url)
    const outcome = await senderBy({ proxy: by }).send(requestTo('http://hooks.example.com/', 500))
    expect(outcome).toMatchObject({ stage: 'request', code: 'TIMEOUT' })
    const dns = await openDnsServer({ manner: () => 'silent' })
    ending.push(() => dns.close())
    const unnamed = createUndiciSender({ open: [], perTarget: 1, maxTargets: 2, names: dns.names, proxy: by })
    ending.push(() => unnamed.close())
    expect(await unnamed.send(requestTo('http://n.silent.example/', 500))).toMatchObject({ stage: 'dns' })
  })
})

async function silentTarget() {
  const sockets = new Set<Socket>()
  const server = createServer(socket => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ending.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const bound = server.address()
  return { port: typeof bound === 'object' && bound ? bound.port : 0 }
}

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

describe('a connection by a proxy that breaks under a request', () => {
  async function breaking(isBroken: (request: number) => boolean) {
    let count = 0
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.on('data', data => {
        if (!data.includes('POST ')) return
        count += 1
        if (isBroken(count)) socket.destroy()
        else socket.write(ANSWER)
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    ending.push(() => server.close())
    const bound = server.address()
    const proxy = await startProxy({ leadsTo: () => (typeof bound === 'object' ? bound?.port : undefined) })
    return { sender: senderBy({ proxy: proxyAt(proxy.url), perTarget: 1 }), requests: () => count, proxy }
  }

  it('and was kept: the request goes out once more, by a new one', async () => {
    const { sender, requests, proxy } = await breaking(request => request === 2)
    for (const _ of [1, 2]) {
      expect(await sender.send(requestTo('http://hooks.example.com/'))).toMatchObject({ statusCode: 200 })
    }
    expect({ requests: requests(), tunnels: proxy.asked.length }).toEqual({ requests: 3, tunnels: 2 })
  })

  it('and is new: it has failed, and is not sent again', async () => {
    const { sender, requests } = await breaking(() => true)
    expect(await sender.send(requestTo('http://hooks.example.com/'))).toMatchObject({ code: 'CONNECTION_CLOSED' })
    expect(requests()).toBe(1)
  })
})
