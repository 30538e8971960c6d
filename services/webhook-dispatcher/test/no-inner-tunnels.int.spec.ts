import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger, secret } from '@sluice/service-kit'
import { openConnectProxy } from '@sluice/testkit/proxy'
import { createUndiciSender } from '../src/delivery/http/undici-sender.ts'
import { createNodemailerMailer } from '../src/delivery/mail/nodemailer-mailer.ts'
import { ownMailServer } from '../src/domain/mail/mail-server.ts'
import { openCanary } from '../src/testing/canary.ts'
import { openDnsServer } from '../src/testing/dns-server.ts'
import { INNER_HOSTS, INNER_ZONE, innerUrls } from '../src/testing/inner-spellings.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { proxyAt } from '../src/testing/proxy-at.ts'
import { openReceiver } from '../src/testing/receiver.ts'
import { requestTo } from '../src/testing/request-to.ts'

const REFUSED = 'DESTINATION_REFUSED'
/** Stands for a target on the internet. */
const PUBLIC = '93.184.216.34'
const PASSWORD = 'p4ss-of-the-proxy'

const canary = await openCanary()
const dns = await openDnsServer({ zone: { ...INNER_ZONE, 'hooks.example.com': [[PUBLIC]] } })
/** Would lead anywhere: what does not get there was not asked for. */
const proxy = await openConnectProxy()
const urls = [...INNER_HOSTS.map(host => `http://${host}:${canary.port}/`), ...innerUrls(canary.port)].filter(url =>
  URL.canParse(url),
)
const namedUrls = Object.keys(INNER_ZONE).map(name => `http://${name}:${canary.port}/`)
afterAll(async () => {
  await proxy.close()
  await canary.close()
  await dns.close()
})

async function each(texts: readonly string[], attempt: (text: string) => Promise<unknown>) {
  return Object.fromEntries(await Promise.all(texts.map(async text => [text, await attempt(text)] as const)))
}
const all = (texts: readonly string[], outcome: unknown) => Object.fromEntries(texts.map(text => [text, outcome]))

describe.each([
  ['is asked for addresses', { resolvesNames: false, texts: [...urls, ...namedUrls] }],
  // What names lead to is seen by the proxy alone then.
  ['looks names up itself', { resolvesNames: true, texts: urls }],
])('a proxy that %s', (_, { resolvesNames, texts }) => {
  const by = proxyAt(proxy.url, { resolvesNames })

  it('is asked for no inner host by a request, however it is written', async () => {
    const sender = createUndiciSender({ open: [], perTarget: 2, maxTargets: 1000, names: dns.names, proxy: by })
    const outcomes = await each(texts, async url => {
      const outcome = await sender.send(requestTo(url))
      return outcome.kind === 'broken' ? outcome.code : outcome.kind
    })
    await sender.close()
    expect(texts.length).toBeGreaterThanOrEqual(120)
    expect(outcomes).toEqual(all(texts, REFUSED))
    expect({ asked: proxy.asked, visitors: canary.visitors }).toEqual({ asked: [], visitors: [] })
  })

  it("is asked for no inner host by a mail of the owner's server", async () => {
    const inner = INNER_HOSTS.map(host => host.replace(/^\[(.*)\]$/, '$1'))
    const hosts = resolvesNames ? inner : [...inner, ...Object.keys(INNER_ZONE)]
    const mailer = createNodemailerMailer({ open: [], names: dns.names, proxy: by })
    const codes = await each(hosts, async host => {
      const record = { host, port: canary.port, secure: false, from: 'a@example.com' }
      const fault = await mailer.verify(ownMailServer({ ...record, _id: 'mail-server', updatedAt: new Date() }))
      return fault && 'code' in fault ? fault.code : fault
    })
    mailer.close()
    expect(codes).toEqual(all(hosts, REFUSED))
    expect({ asked: proxy.asked, visitors: canary.visitors }).toEqual({ asked: [], visitors: [] })
  })
})

describe('a name that leads outside when it is judged, and inside when the proxy would look it up', () => {
  it('is asked of the proxy as the address that was judged', async () => {
    const outer = await openConnectProxy({ answer: socket => void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n') })
    const rebinding = await openDnsServer({ zone: { 'rebinding.example.com': [[PUBLIC], ['127.0.0.1']] } })
    const { names } = rebinding
    const sender = createUndiciSender({ open: [], perTarget: 1, maxTargets: 2, names, proxy: proxyAt(outer.url) })
    const outcome = await sender.send(requestTo(`http://rebinding.example.com:${canary.port}/`))
    expect(outcome).toMatchObject({ stage: 'proxy', code: 'PROXY_FAILED' })
    expect(outer.asked.map(({ authority }) => authority)).toEqual([`${PUBLIC}:${canary.port}`])
    await sender.close()
    await rebinding.close()
    await outer.close()
  })
})

describe('a dispatcher behind a proxy', () => {
  const lines: string[] = []
  let dispatcher: TestDispatcher
  let isAway = false
  const receiver = openReceiver()
  const outer = receiver.then(({ url }) =>
    openConnectProxy({
      leadsTo: () => Number(new URL(url).port),
    }),
  )
  beforeAll(async () => {
    const url = secret((await outer).url.replace('//', `//sluice:${PASSWORD}@`))
    const destination = { write: (line: string) => void lines.push(line) }
    const logger = createLogger({ service: 'test', level: 'debug', destination })
    const settings = { url, exceptions: '', resolvesNames: false }
    dispatcher = await openDispatcher({ names: dns.names, proxy: settings, logger })
  })
  afterAll(async () => {
    await dispatcher.close()
    if (!isAway) await (await outer).close()
    await (await receiver).close()
  })

  async function outcomeOf(webhookId: string, path: string) {
    const [event] = await dispatcher.send({ path })
    const { _id } = await dispatcher.entryOf(webhookId, event!.id)
    return dispatcher.detailOf(webhookId, _id)
  }
  const testOf = async (webhookId: string) =>
    (await dispatcher.client.request('POST', `/webhooks/${webhookId}/test`, { body: {} })).json

  it('delivers and tests by it, and what is saved is judged as without one', async () => {
    const { _id } = await dispatcher.create({ condition: "path('/out')", url: 'http://hooks.example.com/x' })
    expect(await outcomeOf(_id, '/out')).toMatchObject({ status: 'success', response: { statusCode: 200 } })
    expect(await testOf(_id)).toMatchObject({ ok: true })
    expect((await outer).asked.map(({ authority }) => authority)).toEqual([`${PUBLIC}:80`, `${PUBLIC}:80`])
    const document = { name: 'n', condition: "path('/out')", url: 'http://10.0.0.1/' }
    const refused = await dispatcher.client.request('POST', '/webhooks', { body: document })
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ path: 'url' }] } })
  })

  it('says at the stage proxy, by its name, that it is away, and its credentials nowhere', async () => {
    const { _id } = await dispatcher.create({ condition: "path('/away')", url: 'http://hooks.example.com:81/x' })
    const { url } = await outer
    await (await outer).close()
    isAway = true
    const message = `The proxy ${new URL(url).host} refused the connection.`
    const error = { stage: 'proxy', code: 'PROXY_UNREACHABLE', message }
    const entry = await outcomeOf(_id, '/away')
    expect(entry).toMatchObject({ status: 'failed', error })
    const tested = await testOf(_id)
    expect(tested).toMatchObject({ ok: false, error })
    const everything = [JSON.stringify([entry, tested]), ...lines].join('\n')
    expect(lines.length).toBeGreaterThan(0)
    expect(everything).not.toContain(PASSWORD)
    expect(everything).not.toContain(Buffer.from(`sluice:${PASSWORD}`).toString('base64'))
  })
})
