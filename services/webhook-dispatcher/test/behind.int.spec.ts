import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { logEntry } from '@sluice/contracts'
import { type Store, StoreUnavailableError } from '@sluice/store'
import { eventually } from '@sluice/testkit'
import { type MailReceiver, openMailReceiver } from '@sluice/testkit/mail'
import { executionId } from '../src/domain/execution/execution-id.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

/** Webhooks that are changed together, and how often: 1,000 changes and more. */
const TOGETHER = 45
const ROUNDS = 8
const LONG_MS = 240_000
const NEVER_MS = 3_600_000

type FiredExecution = { _id: string; eventId: string; logId: string }

let receiver: TestReceiver
let mails: MailReceiver
/** A mail server that takes none any more once it has been replaced. */
let replaced: MailReceiver
let level: TestDispatcher
/** Hears no notice and does not poll by itself. */
let behind: TestDispatcher
/** Paths that have been asked for once: then the target is well. */
const asked = new Set<string>()
/** Whether the store refuses to say how far the changes are. */
let isLogSilent = false

const withSilentLog = (store: Store): Store => ({
  ...store,
  collection(namespace) {
    const collection = store.collection(namespace)
    if (namespace.collection !== '_changeCounters') return collection
    const find: typeof collection.find = (...asked) =>
      isLogSilent ? Promise.reject(new StoreUnavailableError('The log is silent.')) : collection.find(...asked)
    return { ...collection, find }
  },
})

beforeAll(async () => {
  receiver = await openReceiver(({ url = '' }, response) => {
    const isRefused = (url.startsWith('/flaky') && !asked.has(url)) || url.startsWith('/down')
    asked.add(url)
    response.writeHead(isRefused ? 429 : 200).end('so')
  })
  mails = await openMailReceiver()
  replaced = await openMailReceiver()
  const allowCidrs = [receiver.cidr, mails.cidr, replaced.cidr]
  level = await openDispatcher({ allowCidrs, claimant: 'level' })
  const store = withSilentLog({ ...level.platform.store, close: async () => {} })
  behind = await openDispatcher({ allowCidrs, claimant: 'behind', store, pollMs: NEVER_MS })
})
afterAll(async () => {
  await behind.close()
  await level.close()
  await receiver.close()
  await mails.close()
})

const positions = () => level.platform.changes.positions()
const letSee = () => behind.platform.changes.catchUp({ webhooks: positions().webhooks, plugins: positions().plugins })
const numbers = Array.from({ length: TOGETHER }, (_, index) => index)

async function setEnabled(ids: readonly string[], enabled: boolean): Promise<void> {
  const answers = await Promise.all(
    ids.map(id => level.client.request('PATCH', `/webhooks/${id}`, { body: { enabled } })),
  )
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
}

const createAll = (name: string, more: object = {}) =>
  Promise.all(
    numbers.map(async index => {
      const path = `/${name}/${index}`
      const retry = { attempts: 3, schedule: [1] }
      const webhook = { condition: `path('${path}')`, url: new URL(path, receiver.url).href, retry, ...more }
      const { _id } = await level.create(webhook)
      return { _id, path }
    }),
  )

const fireAll = (webhooks: readonly { _id: string; path: string }[], on = level): Promise<FiredExecution[]> =>
  Promise.all(
    webhooks.map(async ({ _id, path }) => {
      const [event] = await on.send({ path, webhooksSequence: positions().webhooks ?? 0 })
      const eventId = event?.id ?? ''
      return { _id, eventId, logId: executionId(eventId, _id) }
    }),
  )

/** How many have ended how. */
async function tally(fired: readonly FiredExecution[]): Promise<Record<string, number>> {
  const entries = await Promise.all(fired.map(({ _id, eventId }) => level.entryOf(_id, eventId)))
  const counts: Record<string, number> = {}
  for (const { status } of entries) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const allSent = { success: TOGETHER }
const waiting = () => level.platform.store.collection({ db: 'sluice', collection: 'webhookDeliveriesWaiting' })

describe('a dispatcher that knows less than others have changed', () => {
  it(
    'ends nothing that waits for a webhook that is enabled, however often webhooks and the plugin have changed',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const webhooks = await createAll(`flaky-${round}`)
        const ids = webhooks.map(({ _id }) => _id)
        await setEnabled(ids, false)
        if (round % 2 === 0) await level.setPlugin('disabled')
        // What it has not seen at all, it takes for deleted; what it has seen so far, for disabled.
        if (round % 4 < 2) await letSee()
        await setEnabled(ids, true)
        if (round % 2 === 0) await level.setPlugin('enabled')
        expect(await tally(await fireAll(webhooks))).toEqual(allSent)
      }
    },
    LONG_MS,
  )

  it(
    'does not end what is to be delivered again, nor what is held back until its webhook may send more',
    async () => {
      const webhooks = await createAll('held', { maxPerMinute: 1 })
      const ids = webhooks.map(({ _id }) => _id)
      const first = await fireAll(webhooks)
      expect(await tally(first)).toEqual(allSent)
      await setEnabled(ids, false)
      await letSee()
      await setEnabled(ids, true)
      const held = await fireAll(webhooks)
      const again = await Promise.all(
        first.map(({ _id, logId }) => level.client.request('POST', `/webhooks/${_id}/logs/${logId}/redeliver`)),
      )
      expect(again.map(({ status }) => status)).toEqual(ids.map(() => 201))
      const raised = await Promise.all(
        ids.map(id => level.client.request('PATCH', `/webhooks/${id}`, { body: { maxPerMinute: 1000 } })),
      )
      expect(raised.map(({ status }) => status)).toEqual(ids.map(() => 200))
      expect(await tally(held)).toEqual(allSent)
      const redelivered = again.map(({ json }) => logEntry.parse(json))
      for (const { webhookId, _id } of redelivered) {
        const entry = async () => level.detailOf(webhookId, _id)
        await eventually(async () => (await entry()).status !== 'pending')
        expect(await entry()).toMatchObject({ status: 'success' })
      }
    },
    LONG_MS,
  )

  it('delivers an event of its own at once, though the plugin was off when it last looked', async () => {
    const webhooks = await createAll('well')
    await level.setPlugin('disabled')
    await letSee()
    await level.setPlugin('enabled')
    expect(await tally(await fireAll(webhooks, behind))).toEqual(allSent)
  })

  it('sends a mail by the server that another one has been told of', async () => {
    const email = { to: ['a@example.com'], subject: 'Order', bodyType: 'html', bodyTemplate: '<p>{{id}}</p>' }
    const { _id } = await level.create({ type: 'email', condition: "path('/mail')", email })
    await letSee()
    const webhooksSequence = positions().webhooks ?? 0
    const server = { host: '127.0.0.1', port: mails.port, secure: false, from: 'owner@example.com' }
    expect((await level.client.request('PUT', '/webhooks/mail-server', { body: server })).status).toBe(200)
    const [event] = await behind.send({ path: '/mail', webhooksSequence })
    expect(await level.entryOf(_id, event!.id)).toMatchObject({ status: 'success', attempt: 1 })
  })

  it('fails no mail for a server that has been replaced and takes none any more', async () => {
    const email = { to: ['a@example.com'], subject: 'Order', bodyType: 'html', bodyTemplate: '<p>{{id}}</p>' }
    const { _id } = await level.create({ type: 'email', condition: "path('/mail-by-another')", email })
    const setServer = async (port: number) => {
      const server = { host: '127.0.0.1', port, secure: false, from: 'owner@example.com' }
      expect(await level.client.request('PUT', '/webhooks/mail-server', { body: server })).toMatchObject({
        status: 200,
      })
    }
    await setServer(replaced.port)
    await letSee()
    await replaced.close()
    const webhooksSequence = positions().webhooks ?? 0
    await setServer(mails.port)
    const [event] = await behind.send({ path: '/mail-by-another', webhooksSequence })
    expect(await level.entryOf(_id, event!.id)).toMatchObject({ status: 'success', attempt: 1 })
  })

  it('ends what waits for a webhook whose disabling was answered, whether it has heard of it or not', async () => {
    const webhooks = await createAll('down', { retry: { attempts: 3, schedule: [3_600] } })
    await letSee()
    const fired = await fireAll(webhooks)
    await eventually(async () => (await waiting().count({ reason: 'retry' })) === TOGETHER)
    await setEnabled(
      webhooks.map(({ _id }) => _id),
      false,
    )
    expect(await tally(fired)).toEqual({ skipped: TOGETHER })
    const { attempts, error } = await level.detailOf(fired[0]!._id, fired[0]!.logId)
    expect(attempts).toMatchObject([{ attempt: 1, status: 'failed', statusCode: 429 }])
    expect(error).toMatchObject({ code: 'DISABLED' })
  })
})

describe('a dispatcher that is behind, while the store does not say how far the others are', () => {
  afterEach(() => {
    isLogSilent = false
  })

  async function letSeePluginOff(): Promise<void> {
    await level.setPlugin('disabled')
    await letSee()
    await level.setPlugin('enabled')
  }

  it('tries an event again, as if nothing had been tried', async () => {
    const webhooks = await createAll('well-but-unsure')
    await letSeePluginOff()
    isLogSilent = true
    const fired = await fireAll(webhooks, behind)
    await eventually(async () => (await pendingOf(fired)).filter(({ attempt }) => attempt === 0).length === TOGETHER)
    isLogSilent = false
    expect(await tally(fired)).toEqual(allSent)
    const entries = await Promise.all(fired.map(({ _id, eventId }) => level.entryOf(_id, eventId)))
    expect(entries.map(({ attempt }) => attempt)).toEqual(fired.map(() => 1))
  })

  it('gives back what it has claimed, as if nothing had been tried, and another delivers it', async () => {
    const webhooks = await createAll('flaky-unsure')
    await letSeePluginOff()
    isLogSilent = true
    const fired = await fireAll(webhooks)
    expect(await tally(fired)).toEqual(allSent)
    const entries = await Promise.all(fired.map(({ _id, eventId }) => level.entryOf(_id, eventId)))
    expect(entries.map(({ attempt }) => attempt)).toEqual(fired.map(() => 2))
  })
})

/** The executions of these that have not ended. */
async function pendingOf(fired: readonly FiredExecution[]) {
  const ids = fired.map(({ logId }) => logId)
  const names = await level.platform.store.listCollections('sluice')
  const executions = names.filter(name => name.startsWith('webhookExecutions'))
  const found = await Promise.all(
    executions.map(collection =>
      level.platform.store.collection({ db: 'sluice', collection }).find({ _id: { $in: ids }, status: 'pending' }),
    ),
  )
  return found.flat()
}
