import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { webhookStats } from '@sluice/contracts'
import { secret } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { type MailReceiver, openMailReceiver } from '@sluice/testkit/mail'
import { describeOnStores } from '@sluice/testkit/stores'
import { unpackExecution } from '../src/adapters/log/stored-execution.ts'
import { dayOf } from '../src/domain/execution/execution-id.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'

const FROM = 'sluice@example.org'
const LIMIT = 1000
// Whatever their order, these mails fill the allowance to its last recipient: 1,000 less 400 can be parted by 3.
const SINGLE = 400
const TRIPLE = 600
const LONG_MS = 600_000

await describeOnStores('two dispatchers on one store', openStore => {
  let service: MailReceiver
  let own: MailReceiver
  let first: TestDispatcher
  let second: TestDispatcher

  beforeAll(async () => {
    service = await openMailReceiver()
    own = await openMailReceiver()
    const smtp = { url: secret(service.url), from: FROM }
    const settings = { smtp, emailDailyAllowance: LIMIT, allowCidrs: [own.cidr] }
    first = await openDispatcher({ ...settings, claimant: 'first', store: await openStore() })
    const store = { ...first.platform.store, close: async () => {} }
    second = await openDispatcher({ ...settings, claimant: 'second', store })
  })
  afterAll(async () => {
    await second.close()
    await first.close()
    await own.close()
    await service.close()
  })

  const create = (path: string, to: readonly string[]) => {
    const email = { to, subject: 'Order', bodyType: 'html', bodyTemplate: '<p>{{id}}</p>' }
    return first.create({ type: 'email', condition: `path('${path}')`, email })
  }
  const countedBy = async ({ client }: TestDispatcher) => {
    const { buckets } = webhookStats.parse((await client.request('GET', '/webhooks/stats?step=1d')).json)
    const sum = (field: 'success' | 'failed') => buckets.reduce((all, bucket) => all + bucket[field], 0)
    return { success: sum('success'), failed: sum('failed') }
  }
  const usedBy = async ({ client }: TestDispatcher) => (await client.request('GET', '/webhooks/mail-allowance')).json

  it('send mails by the server that the owner has set up through one of them, and do not count them', async () => {
    await create('/own', ['a@example.com'])
    const server = { host: '127.0.0.1', port: own.port, secure: false, from: 'owner@example.com' }
    expect((await first.client.request('PUT', '/webhooks/mail-server', { body: server })).status).toBe(200)
    const webhooksSequence = first.platform.changes.positions().webhooks ?? 0
    for (const dispatcher of [first, second]) await dispatcher.send({ path: '/own', webhooksSequence })
    await eventually(() => own.mails.length === 2)
    expect(own.mails.map(({ from }) => from)).toEqual(['owner@example.com', 'owner@example.com'])
    expect(service.mails).toEqual([])
    expect(await usedBy(second)).toMatchObject({ limit: LIMIT, used: 0, left: LIMIT })
    expect((await second.client.request('DELETE', '/webhooks/mail-server')).status).toBe(204)
  })

  it(
    'never send to one recipient more than the allowance has, of 1,000 mails at once',
    async () => {
      await create('/single', ['a@example.com'])
      await create('/triple', ['a@example.com', 'b@example.com', 'c@example.com'])
      // The one that has forgotten the owner's server knows of all changes so far, and so will the other.
      const webhooksSequence = first.platform.changes.positions().webhooks ?? 0
      const samples = Array.from({ length: SINGLE + TRIPLE }, (_, index) => ({
        path: index % 5 < 2 ? '/single' : '/triple',
        webhooksSequence,
      }))
      const half = samples.length / 2
      const sent = await Promise.all([first.send(...samples.slice(0, half)), second.send(...samples.slice(half))])
      const collection = `webhookExecutions${dayOf(sent[0][0]?.at ?? 0)}`
      const executions = first.platform.store.collection({ db: 'sluice', collection })
      const countOf = (path: object, rest: object) => executions.count({ 'incoming.path': path, ...rest })
      const ours = { $in: ['/single', '/triple'] }
      const ended = { status: { $ne: 'pending' } }
      await eventually(async () => (await countOf(ours, ended)) === samples.length, { timeoutMs: LONG_MS })

      expect(service.mails.flatMap(({ recipients }) => recipients)).toHaveLength(LIMIT)
      expect(new Set(service.mails.map(({ headers }) => headers['message-id'])).size).toBe(service.mails.length)
      expect(await countOf(ours, { status: 'success' })).toBe(service.mails.length)
      const failures = await executions.find({ 'incoming.path': ours, status: 'failed' })
      const codes = failures.map(row => unpackExecution(row)?.result?.error?.code)
      expect(codes).toEqual(Array(samples.length - service.mails.length).fill('MAIL_ALLOWANCE_REACHED'))
      for (const dispatcher of [first, second]) {
        expect(await usedBy(dispatcher)).toMatchObject({ limit: LIMIT, used: LIMIT, left: 0 })
        // Each counts what it has delivered, and both tell of all.
        const success = service.mails.length + own.mails.length
        await eventually(async () => {
          const counted = await countedBy(dispatcher)
          return counted.success === success && counted.failed === samples.length - service.mails.length
        })
      }
    },
    LONG_MS,
  )
})
