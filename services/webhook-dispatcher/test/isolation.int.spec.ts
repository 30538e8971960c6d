import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { secret } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { openMailReceiver } from '@sluice/testkit/mail'
import { openDnsServer } from '../src/testing/dns-server.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

/** What a target has no room for is put aside soon. */
const SOON = { slotWaitMs: 500, claimEveryMs: 100 }

let slow: TestReceiver
let quick: TestReceiver
let dispatcher: TestDispatcher
let isSlow = true
const held: ServerResponse[] = []

beforeAll(async () => {
  slow = await openReceiver((_, response) => {
    if (isSlow) held.push(response)
    else response.end()
  })
  quick = await openReceiver()
  dispatcher = await openDispatcher({ allowCidrs: [slow.cidr, quick.cidr], pauses: SOON })
})
afterAll(async () => {
  await dispatcher.close()
  await slow.close()
  await quick.close()
})

const waiting = () => dispatcher.platform.store.collection({ db: 'sluice', collection: 'webhookDeliveriesWaiting' })

describe('a target that hangs', () => {
  it('does not hold up the others, has its deliveries wait, and gets them all when it is well again', async () => {
    const condition = "path('/both')"
    const stuck = await dispatcher.create({ condition, url: slow.url, timeout_ms: 30_000 })
    const fine = await dispatcher.create({ condition, url: quick.url })
    const events = await dispatcher.send(...Array.from({ length: 100 }, () => ({ path: '/both' })))
    await eventually(() => quick.received.length === 100)
    expect(slow.received).toHaveLength(16)
    expect((await dispatcher.logOf(fine._id, '?status=success')).items).toHaveLength(50)

    // What waited too long in memory is put aside, so that the events it belongs to are complete.
    await eventually(async () => (await waiting().count({})) === 84)
    isSlow = false
    for (const response of held) response.end()
    await eventually(async () => (await waiting().count({})) === 0, { timeoutMs: 50_000 })
    await eventually(async () => (await dispatcher.entryOf(stuck._id, events[0]!.id)).status === 'success')
    expect(new Set(slow.received.map(({ headers }) => headers['webhook-id'])).size).toBe(100)
    expect(slow.received).toHaveLength(100)
  }, 30_000)

  it('has what still waits ended as skipped when its webhook is disabled', async () => {
    isSlow = true
    const webhook = await dispatcher.create({ condition: "path('/off')", url: slow.url, timeout_ms: 30_000 })
    const before = slow.received.length
    const events = await dispatcher.send(...Array.from({ length: 20 }, () => ({ path: '/off' })))
    await eventually(() => slow.received.length === before + 16)
    await dispatcher.client.request('PATCH', `/webhooks/${webhook._id}`, { body: { enabled: false } })
    isSlow = false
    for (const response of held) response.end()
    const entries = await Promise.all(events.map(({ id }) => dispatcher.entryOf(webhook._id, id)))
    expect(entries.filter(({ status }) => status === 'success')).toHaveLength(16)
    expect(entries.filter(({ status, summary }) => status === 'skipped' && summary.includes('disabled'))).toHaveLength(
      4,
    )
    expect(slow.received).toHaveLength(before + 16)
  })
})

describe('a mail server that hangs', () => {
  it('holds up no other target, has its mails wait, and gets each of them once when it is well again', async () => {
    const receiver = await openMailReceiver({ message: () => 'hang' })
    const { cidr, received, close } = await openReceiver()
    const smtp = { url: secret(receiver.url), from: 's@example.org' }
    const own = await openDispatcher({ allowCidrs: [cidr], smtp, pauses: SOON })
    const condition = "path('/both')"
    const email = { to: ['a@example.com'], subject: 'S {{id}}', bodyType: 'json', bodyTemplate: '' }
    const mail = await own.create({ type: 'email', condition, email })
    await own.create({ condition, url: `http://${cidr.replace('/32', '')}/` })
    const events = await own.send(...Array.from({ length: 40 }, () => ({ path: '/both' })))
    await eventually(() => received.length === 40)
    await eventually(() => receiver.offered.length === 16)

    const waiting = own.platform.store.collection({ db: 'sluice', collection: 'webhookDeliveriesWaiting' })
    await eventually(async () => (await waiting.count({})) === 24)
    receiver.manners.message = undefined
    receiver.release()
    const entries = await Promise.all(events.map(({ id }) => own.entryOf(mail._id, id)))
    expect(entries.filter(({ status }) => status === 'success')).toHaveLength(40)
    const subjects = receiver.mails.map(({ headers }) => headers.subject)
    expect(subjects.sort()).toEqual(events.map(({ id }) => `S ${id}`).sort())
    await own.close()
    await receiver.close()
    await close()
  }, 45_000)
})

describe('slow targets that are well', () => {
  it('hold up neither what comes anew for the others nor what waits for them, however many they are', async () => {
    const SLOW = 40
    const EVENTS = 40
    const lingering: ServerResponse[] = []
    const slowTarget = await openReceiver((_, response) => void lingering.push(response))
    let isWell = false
    const well = await openReceiver((_, response) => void response.writeHead(isWell ? 200 : 503).end())
    const name = (at: number) => `slow${at}.example.com`
    const zone = Object.fromEntries(Array.from({ length: SLOW }, (_, at) => [name(at), [['127.0.0.1']]]))
    const dns = await openDnsServer({
      zone,
      manner: ({ name: asked }) => (asked.endsWith('.silent') ? 'silent' : undefined),
    })
    const own = await openDispatcher({ allowCidrs: ['127.0.0.1/32'], names: dns.names })
    const urls = Array.from({ length: SLOW }, (_, at) => slowTarget.url.replace('127.0.0.1', name(at)))
    const { port } = new URL(well.url)
    const silent = ['a.silent', 'b.silent'].map(host => `http://${host}:${port}/`)
    for (const url of [...urls, ...silent]) await own.create({ condition: "path('/slow')", url, timeout_ms: 30_000 })
    const retry = { attempts: 10, schedule: [1] }
    await own.create({ condition: "path('/well')", url: well.url, retry })

    await own.send(...Array.from({ length: EVENTS }, () => ({ path: '/slow' })))
    const waiting = own.platform.store.collection({ db: 'sluice', collection: 'webhookDeliveriesWaiting' })
    await eventually(async () => (await waiting.count({})) >= SLOW * (EVENTS - 16))
    // From now on each slow target has slots that what waits for it takes, and keeps.
    for (const response of lingering.splice(0)) response.end()
    await eventually(() => lingering.length >= 300)

    const events = await own.send(...Array.from({ length: 8 }, () => ({ path: '/well' })))
    await eventually(() => well.received.length >= events.length, { timeoutMs: 10_000, what: 'all came anew' })
    isWell = true
    const ended = () => new Set(well.received.map(({ headers }) => headers['webhook-id'])).size
    await eventually(() => ended() === events.length && well.received.length >= 2 * events.length, {
      timeoutMs: 10_000,
      what: 'all was tried again',
    })
    expect(lingering.length).toBeLessThanOrEqual(SLOW * 16)
    for (const response of lingering) response.end()
    await slowTarget.close()
    await own.close()
    await well.close()
    await dns.close()
  }, 90_000)
})
