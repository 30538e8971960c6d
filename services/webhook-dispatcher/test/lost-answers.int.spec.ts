import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { secret } from '@sluice/service-kit'
import { openSqliteStore } from '@sluice/store/sqlite'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { type MailReceiver, openMailReceiver } from '@sluice/testkit/mail'
import { describeOnStores } from '@sluice/testkit/stores'
import { executionId } from '../src/domain/execution/execution-id.ts'
import { losingAnswers, type StoreCall } from '../src/testing/losing-answers.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

const TWICE = { attempts: 2, schedule: [1] }
const OF_DELIVERIES = /^webhook(?:Executions|Events|DeliveriesWaiting|Versions|MailAllowance)/

await describeOnStores('a delivery of which answers of the store were lost', openStore => {
  let receiver: TestReceiver
  let mails: MailReceiver
  let dispatcher: TestDispatcher
  let answers: ReturnType<typeof losingAnswers>

  beforeAll(async () => {
    // Says nothing against the target, so that no breaker has a part in this.
    receiver = await openReceiver((_, response) => void response.writeHead(429).end())
    mails = await openMailReceiver()
    const embedded = async () => openSqliteStore({ path: join(await temporaryDirectory(), 'store.sqlite') })
    answers = losingAnswers((await openStore()) ?? (await embedded()))
    const smtp = { url: secret(mails.url), from: 'sluice@example.org' }
    dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr], store: answers.store, smtp })
  })
  beforeEach(() => answers.lose(() => false))
  afterAll(async () => {
    await dispatcher.close()
    await mails.close()
    await receiver.close()
  })

  /** Loses the first answers to these calls. */
  function loseFirst(count: number, isOne: (call: StoreCall) => boolean): void {
    let left = count
    answers.lose(call => isOne(call) && left-- > 0)
  }
  /** Loses every third answer of those that deliveries need, until so many are lost. */
  function loseEveryThird(count: number): void {
    let calls = 0
    const until = answers.lost() + count
    answers.lose(({ collection }) => {
      if (!OF_DELIVERIES.test(collection)) return false
      calls += 1
      return calls % 3 === 0 && answers.lost() < until
    })
  }
  const receivedFor = (id: string) => receiver.received.filter(({ headers }) => headers['webhook-id'] === id).length
  const create = (path: string) =>
    dispatcher.create({ condition: `path('${path}')`, url: receiver.url, retry: TWICE, maxPerMinute: 6_000 })

  it.each([
    ['the row of the execution', { collection: /^webhookExecutions/, method: 'insertMany' }],
    ['its event', { collection: /^webhookEvents/, method: 'insertMany' }],
    ['its place among what waits', { collection: /^webhookDeliveriesWaiting/, method: 'insertMany' }],
    ['the note of its first attempt, or its end', { collection: /^webhookExecutions/, method: 'setEach' }],
    ['the claim of its next attempt', { collection: /^webhookDeliveriesWaiting/, method: 'updateMany' }],
    ['what it is, when its turn has come', { collection: /^webhookExecutions/, method: 'findOne' }],
    ['its version, when its turn has come', { collection: /^webhookVersions/, method: 'find' }],
  ])('has as many attempts as its policy says: %s', async (what, { collection, method }) => {
    const path = `/${what.replaceAll(/\W/g, '-')}`
    const webhook = await create(path)
    const before = answers.lost()
    loseFirst(2, call => collection.test(call.collection) && call.method === method)
    const [event] = await dispatcher.send({ path })
    await eventually(() => answers.lost() === before + 2, { timeoutMs: 15_000 })
    const entry = await dispatcher.entryOf(webhook._id, event!.id)
    expect(entry).toMatchObject({ status: 'failed', attempt: 2 })
    expect(receivedFor(entry._id)).toBe(2)
    const { attempts } = await dispatcher.detailOf(webhook._id, entry._id)
    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2])
  })

  it('has as many attempts as its policy says, when every third answer is lost among twenty deliveries', async () => {
    const webhook = await create('/twenty')
    loseEveryThird(10)
    const events = await dispatcher.send(...Array.from({ length: 20 }, () => ({ path: '/twenty' })))
    await eventually(() => events.every(({ id }) => receivedFor(executionId(id, webhook._id)) === 2))
    const entries = await Promise.all(events.map(({ id }) => dispatcher.entryOf(webhook._id, id)))
    expect(entries.map(({ attempt }) => attempt)).toEqual(entries.map(() => 2))
    expect(entries.map(({ _id }) => receivedFor(_id))).toEqual(entries.map(() => 2))
  })

  it.each(['webhookExecutions', 'webhookMailAllowance'])(
    'gives its places of the mail allowance back when the mail was refused: answers of %s',
    async name => {
      const email = { to: ['gone@example.com'], subject: 'Order', bodyType: 'html', bodyTemplate: '<p>{{id}}</p>' }
      const webhook = await dispatcher.create({ type: 'email', condition: `path('/${name}')`, email })
      const before = answers.lost()
      loseFirst(1, ({ collection, method }) => collection.startsWith(name) && method !== 'find' && method !== 'count')
      mails.manners.recipient = () => '550 5.1.1 No such user'
      const [event] = await dispatcher.send({ path: `/${name}` })
      expect(await dispatcher.entryOf(webhook._id, event!.id)).toMatchObject({ status: 'failed', attempt: 1 })
      expect(answers.lost()).toBeGreaterThan(before)
      await eventually(async () => {
        const { json } = await dispatcher.client.request('GET', '/webhooks/mail-allowance')
        return (json as { used: number }).used === 0
      })
    },
  )
})
