import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger, secret } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { type MailReceiver, openMailReceiver } from '@sluice/testkit/mail'
import { z } from 'zod'
import { executionId } from '../src/domain/execution/execution-id.ts'
import { createNameResolver, type NameResolver } from '../src/names/name-resolver.ts'
import { NO_FILES, openDnsServer } from '../src/testing/dns-server.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

const HERE = [['127.0.0.1']]
/** Longer than a machine that has much to do holds anything up. */
const timeout_ms = 30_000
const line = z.object({
  msg: z.string(),
  target: z.string().optional(),
  attempt: z.int().optional(),
  status: z.string().optional(),
  code: z.string().optional(),
})
type Line = z.infer<typeof line>

/** A logger, and what it has said. */
function openLog() {
  const lines: Line[] = []
  const write = (text: string) => void lines.push(line.parse(JSON.parse(text)))
  const logger = createLogger({ service: 'test', level: 'info', destination: { write } })
  return { logger, said: (message: string) => lines.filter(({ msg }) => msg === message) }
}

describe('a delivery whose name has no place to be looked up', () => {
  let dns: Awaited<ReturnType<typeof openDnsServer>>
  let receiver: TestReceiver
  let mails: MailReceiver
  let dispatcher: TestDispatcher
  const log = openLog()
  const statuses: number[] = []
  /** How many of the next look-ups find none. */
  let refused = 0

  beforeAll(async () => {
    dns = await openDnsServer({ zone: { 'hooks.example.com': HERE, 'mail.example.com': HERE } })
    receiver = await openReceiver((_, response) => {
      // No connection is kept: each request needs a look-up.
      response.writeHead(statuses.shift() ?? 200, { connection: 'close' }).end()
    })
    mails = await openMailReceiver()
    const crowded = createNameResolver({ servers: dns.servers, files: NO_FILES, maxNames: 0 })
    const names: NameResolver = {
      resolve: name => (refused-- > 0 ? crowded : dns.names).resolve(name),
      mayAsk: () => true,
      turn: async () => false,
    }
    const smtp = { url: secret(mails.url.replace('127.0.0.1', 'mail.example.com')), from: 's@example.org' }
    const allowCidrs = [receiver.cidr]
    dispatcher = await openDispatcher({ allowCidrs, names, smtp, emailDailyAllowance: 1, logger: log.logger })
  })
  afterAll(async () => {
    await dispatcher.close()
    await receiver.close()
    await mails.close()
    await dns.close()
  })
  afterEach(() => {
    expect(refused).toBeLessThanOrEqual(0)
    expect(log.said('target.unwell')).toEqual([])
  })

  const urlOf = (path: string) => new URL(path, receiver.url.replace('127.0.0.1', 'hooks.example.com')).href
  async function fire(path: string, webhook: object) {
    const { _id } = await dispatcher.create({ condition: `path('${path}')`, ...webhook })
    const [event] = await dispatcher.send({ path })
    await dispatcher.entryOf(_id, event!.id)
    return dispatcher.detailOf(_id, executionId(event!.id, _id))
  }

  it('waits until it has one: no attempt is counted, and neither its target nor its minute knows of it', async () => {
    const COUNT = 20
    const webhook = { condition: "path('/first')", url: urlOf('/first'), timeout_ms, maxPerMinute: COUNT }
    const { _id } = await dispatcher.create(webhook)
    refused = COUNT
    const events = await dispatcher.send(...Array.from({ length: COUNT }, () => ({ path: '/first' })))
    const entries = await Promise.all(events.map(({ id }) => dispatcher.entryOf(_id, id)))
    const shown = entries.map(({ status, attempt, summary }) => `${status} ${attempt} ${summary}`)
    expect(shown.filter(one => !one.startsWith('success 1 '))).toEqual([])
    const [event] = events
    const detail = await dispatcher.detailOf(_id, executionId(event!.id, _id))
    expect(detail.attempts).toMatchObject([{ attempt: 1, status: 'success' }])
    expect(log.said('lookups.full').length).toBeGreaterThan(0)
    expect(log.said('webhook.held-back')).toEqual([])
  })

  it('waits as a retry, too, which is none of the attempts that its policy allows', async () => {
    statuses.push(503)
    const fired = fire('/retried', { url: urlOf('/retried'), timeout_ms, retry: { attempts: 2, schedule: [1] } })
    await eventually(() => statuses.length === 0)
    refused = 2
    expect(await fired).toMatchObject({
      status: 'success',
      attempt: 2,
      attempts: [{ statusCode: 503 }, { attempt: 2, statusCode: 200 }],
    })
  })

  it('waits as a mail, too, and holds no place in the allowance meanwhile', async () => {
    refused = 2
    const email = { to: ['a@example.com'], subject: 'S', bodyType: 'json', bodyTemplate: '' }
    expect(await fire('/mail', { type: 'email', email })).toMatchObject({ status: 'success', attempt: 1 })
    expect(mails.mails).toHaveLength(1)
    const { json } = await dispatcher.client.request('GET', '/webhooks/mail-allowance')
    expect(json).toMatchObject({ used: 1, left: 0 })
  })

  it('is refused as a test, and as the setting up of a mail server: 503, to be tried again', async () => {
    refused = 2
    const document = { name: 'n', condition: "path('/never')", url: urlOf('/test') }
    const tested = await dispatcher.client.request('POST', '/webhooks/test', { body: document })
    const server = { host: 'mail.example.com', port: mails.port, secure: false, from: 'a@example.com' }
    const put = await dispatcher.client.request('PUT', '/webhooks/mail-server', { body: server })
    expect([tested, put].map(({ status }) => status)).toEqual([503, 503])
  })
})

describe('more names whose servers are silent than may be looked up at once', () => {
  const SILENT = 400
  const EVENTS = 15

  it('hold up no healthy target, whose deliveries arrive at their first attempt, and end by their own time-out', async () => {
    const { logger, said } = openLog()
    const dns = await openDnsServer({
      zone: { 'known.example.com': HERE, 'new.example.com': HERE },
      manner: ({ name }) => (name.endsWith('.silent') ? 'silent' : undefined),
    })
    const names = createNameResolver({ servers: dns.servers, files: NO_FILES, patienceMs: 1_500 })
    const receiver = await openReceiver((_, response) => void response.writeHead(200, { connection: 'close' }).end())
    const dispatcher = await openDispatcher({ allowCidrs: ['127.0.0.1/32'], names, logger })
    const { port } = new URL(receiver.url)
    const url = (name: string) => `http://${name}:${port}/${name}`
    await dispatcher.create({ condition: "path-prefix('/well')", url: url('known.example.com'), timeout_ms })
    await dispatcher.create({ condition: "path('/well')", url: url('new.example.com'), timeout_ms })
    const silent: string[] = []
    for (let at = 0; at < SILENT; at += 1) {
      const webhook = { condition: "path('/silent')", url: url(`n${at}.silent`), timeout_ms }
      silent.push((await dispatcher.create(webhook))._id)
    }
    await dispatcher.send({ path: '/well/known' })
    await eventually(() => receiver.received.length === 1)

    const [event] = await dispatcher.send({ path: '/silent' })
    await eventually(() => !names.mayAsk('another.example.com'), { what: 'all places for new names are taken' })
    await dispatcher.send(...Array.from({ length: EVENTS }, () => ({ path: '/well' })))
    await eventually(() => receiver.received.length === 1 + 2 * EVENTS)
    const attempted = (isSilent: boolean) =>
      said('delivery.attempted').filter(({ target }) => target?.includes('.silent') === isSilent)
    await eventually(() => attempted(true).length === SILENT)

    const outcomes = (lines: readonly Line[]) => [
      ...new Set(lines.map(({ status, code = 'no code', attempt }) => `${status}, ${code}, attempt ${attempt}`)),
    ]
    expect(attempted(false)).toHaveLength(1 + 2 * EVENTS)
    expect(outcomes(attempted(false))).toEqual(['success, no code, attempt 1'])
    expect(outcomes(attempted(true))).toEqual(['failed, DNS_FAILED, attempt 1'])
    const details = await Promise.all(silent.map(id => dispatcher.detailOf(id, executionId(event!.id, id))))
    const ownTimeOut = /^The name n\d+\.silent could not be looked up: no name server answered in time\.$/
    expect(details.filter(({ error }) => !ownTimeOut.test(error?.message ?? ''))).toEqual([])
    expect(said('target.unwell')).toEqual([])
    await dispatcher.close()
    await receiver.close()
    await dns.close()
  }, 90_000)
})
