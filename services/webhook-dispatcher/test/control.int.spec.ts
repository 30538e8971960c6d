import { describe, expect, it } from '@jest/globals'
import { shownWebhookNow } from '@sluice/contracts'
import { secret } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { openMailReceiver } from '@sluice/testkit/mail'
import { documentLogStore } from '../src/adapters/log/document-log-store.ts'
import { FAILURES_TO_OPEN } from '../src/domain/execution/breaker.ts'
import { executionId } from '../src/domain/execution/execution-id.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver } from '../src/testing/receiver.ts'

const PER_TARGET = 16
const waiting = ({ platform }: TestDispatcher) =>
  platform.store.collection({ db: 'sluice', collection: 'webhookDeliveriesWaiting' })
const many = (count: number, path: string) => Array.from({ length: count }, () => ({ path }))

describe('a target that does not answer', () => {
  it('is left alone, but for one delivery at times, and gets all others, each once, when it is well again', async () => {
    let [isWell, refused] = [false, 0]
    const ill = await openReceiver((_, response) => {
      if (!isWell) refused += 1
      response.statusCode = isWell ? 200 : 500
      response.end()
    })
    const fine = await openReceiver()
    const dispatcher = await openDispatcher({ allowCidrs: [ill.cidr, fine.cidr] })
    const condition = "path('/both')"
    const failing = await dispatcher.create({ condition, url: ill.url })
    await dispatcher.create({ condition, url: fine.url })
    const events = await dispatcher.send(...many(60, '/both'))
    await eventually(() => fine.received.length === 60)
    await eventually(async () => (await waiting(dispatcher).count({})) > 60 / 3)
    const { json } = await dispatcher.client.request('GET', `/webhooks/${failing._id}`)
    expect(shownWebhookNow.parse(json).heldBack).toMatchObject([{ reason: 'target', waiting: expect.any(Number) }])
    isWell = true

    const entries = await Promise.all(events.map(({ id }) => dispatcher.entryOf(failing._id, id)))
    expect(refused).toBeGreaterThanOrEqual(FAILURES_TO_OPEN)
    // Besides those that were under way when it opened, a few were let through to see how the target is.
    expect(refused).toBeLessThan(FAILURES_TO_OPEN + PER_TARGET + 6)
    expect(entries.filter(({ status }) => status === 'failed')).toHaveLength(refused)
    expect(entries.filter(({ status }) => status === 'success')).toHaveLength(60 - refused)
    expect(entries.every(({ attempt }) => attempt === 1)).toBe(true)
    expect(ill.received).toHaveLength(60)
    expect(new Set(ill.received.map(({ headers }) => headers['webhook-id'])).size).toBe(60)
    await dispatcher.close()
    await ill.close()
    await fine.close()
  })
})

describe('a webhook with a number a minute', () => {
  it('has no more than that, says so, and gets the others when the number is raised', async () => {
    const receiver = await openReceiver()
    const dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr] })
    const url = receiver.url
    const { _id } = await dispatcher.create({ condition: "path('/held')", url, maxPerMinute: 5 })
    const other = await dispatcher.create({ condition: "path('/held')", url })
    const show = async () => shownWebhookNow.parse((await dispatcher.client.request('GET', `/webhooks/${_id}`)).json)
    expect(await show()).toMatchObject({ maxPerMinute: 5 })
    expect(await show()).not.toHaveProperty('heldBack')

    const events = await dispatcher.send(...many(12, '/held'))
    await Promise.all(events.map(({ id }) => dispatcher.entryOf(other._id, id)))
    const held = await eventually(async () => {
      const [first] = (await show()).heldBack ?? []
      return first?.waiting === 7 && first
    })
    expect(held.reason).toBe('rate')
    expect(Date.now() - held.since.$date).toBeLessThan(60_000)
    expect((await dispatcher.logOf(_id, '?status=success')).items).toHaveLength(5)
    expect((await dispatcher.logOf(_id, '?status=pending')).items).toHaveLength(7)

    await dispatcher.client.request('PATCH', `/webhooks/${_id}`, { body: { maxPerMinute: 60_000 } })
    const entries = await Promise.all(events.map(({ id }) => dispatcher.entryOf(_id, id)))
    expect(entries.every(({ status, attempt }) => status === 'success' && attempt === 1)).toBe(true)
    expect(receiver.received).toHaveLength(24)
    await eventually(async () => !('heldBack' in (await show())))
    await dispatcher.close()
    await receiver.close()
  })
})

describe('a delivery that waits for longer than its day is kept', () => {
  it('is sent and logged all the same', async () => {
    const receiver = await openReceiver()
    const dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr] })
    const { _id } = await dispatcher.create({ condition: "path('/kept')", url: receiver.url, maxPerMinute: 1 })
    const events = await dispatcher.send(...many(2, '/kept'))
    await eventually(async () => (await waiting(dispatcher).count({ reason: 'held' })) === 1)
    await eventually(() => receiver.received.length === 1)
    await documentLogStore(dispatcher.platform).forgetDaysBefore(new Date(Date.now() + 2 * 86_400_000))
    expect((await dispatcher.logOf(_id, '')).items).toEqual([])
    await dispatcher.client.request('PATCH', `/webhooks/${_id}`, { body: { maxPerMinute: 60_000 } })
    await eventually(() => receiver.received.length === 2)
    const ids = events.map(({ id }) => executionId(id, _id)).sort()
    expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(ids)
    await eventually(async () => (await dispatcher.logOf(_id, '?status=success')).items.length === 1)
    await dispatcher.close()
    await receiver.close()
  })
})

describe('a mail that is tried again', () => {
  const FROM = 'sluice@example.org'
  const email = { to: ['a@example.com', 'b@example.com'], subject: 'S', bodyType: 'json', bodyTemplate: '' }

  async function open(attempts: number, seconds: number) {
    const receiver = await openMailReceiver({ message: () => '451 4.3.0 Try later' })
    const dispatcher = await openDispatcher({ smtp: { url: secret(receiver.url), from: FROM }, emailDailyAllowance: 3 })
    const retry = { attempts, schedule: [seconds] }
    const webhook = await dispatcher.create({ type: 'email', condition: "path('/mail')", email, retry })
    const [event] = await dispatcher.send({ path: '/mail' })
    await eventually(async () => (await waiting(dispatcher).count({})) === 1)
    const used = async () => {
      const { json } = await dispatcher.client.request('GET', '/webhooks/mail-allowance')
      return (json as { used: number }).used
    }
    return {
      receiver,
      dispatcher,
      used,
      webhook,
      eventId: event!.id,
      end: () => dispatcher.entryOf(webhook._id, event!.id),
      async close() {
        await dispatcher.close()
        await receiver.close()
      },
    }
  }

  it('keeps its place in the allowance until it is taken, and is counted once', async () => {
    const { receiver, dispatcher, used, webhook, end, close } = await open(3, 2)
    expect(await used()).toBe(2)
    // The place is not free for another mail in the meantime.
    const [other] = await dispatcher.send({ path: '/mail' })
    expect(await dispatcher.entryOf(webhook._id, other!.id)).toMatchObject({
      status: 'failed',
      summary: expect.stringContaining("1 of today's 3"),
    })
    receiver.manners.message = undefined
    expect(await end()).toMatchObject({ status: 'success', attempt: 2 })
    expect(await used()).toBe(2)
    expect(receiver.mails).toHaveLength(1)
    expect(new Set(receiver.offered.map(({ headers }) => headers['message-id'])).size).toBe(1)
    await close()
  })

  it('gives its place back when the last attempt has failed', async () => {
    const { used, end, close } = await open(2, 1)
    expect(await end()).toMatchObject({ status: 'failed', attempt: 2 })
    expect(await used()).toBe(0)
    await close()
  })

  it('gives its place back when its webhook is disabled', async () => {
    const { dispatcher, webhook, used, end, close } = await open(2, 3600)
    expect(await used()).toBe(2)
    await dispatcher.client.request('PATCH', `/webhooks/${webhook._id}`, { body: { enabled: false } })
    expect(await end()).toMatchObject({ status: 'skipped', attempt: 1 })
    expect(await used()).toBe(0)
    await close()
  })

  it('has a place of its own, and an id of its own, when it is delivered again because somebody asks', async () => {
    const { receiver, dispatcher, webhook, used, end, close } = await open(2, 1)
    receiver.manners.message = undefined
    const { _id } = await end()
    await dispatcher.client.request('PATCH', `/webhooks/${webhook._id}`, {
      body: { 'email.to': ['a@example.com'] },
    })
    const again = `/webhooks/${webhook._id}/logs/${_id}/redeliver`
    const ask = () => dispatcher.client.request('POST', again)
    expect((await ask()).status).toBe(201)
    await eventually(() => receiver.mails.length === 2)
    await eventually(async () => (await dispatcher.logOf(webhook._id, '?status=success')).items.length === 2)
    expect(await used()).toBe(3)
    expect(new Set(receiver.mails.map(({ headers }) => headers['message-id'])).size).toBe(2)
    await close()
  })
})
