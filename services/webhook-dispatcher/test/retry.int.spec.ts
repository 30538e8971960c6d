import { rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { executionId } from '../src/domain/execution/execution-id.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

let receiver: TestReceiver
let dispatcher: TestDispatcher
/** What is answered to each path. */
const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()

beforeAll(async () => {
  receiver = await openReceiver((request, response) => {
    const answer = answers.get(request.url ?? '')
    if (answer) answer(request, response)
    else response.end('ok')
  })
  dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr, '127.0.0.1/32:9'] })
})
afterAll(async () => {
  await dispatcher.close()
  await receiver.close()
})

const answerWith = (path: string, ...statuses: number[]) => {
  answers.set(path, (_, response) => {
    response.statusCode = statuses.shift() ?? 200
    response.end('so')
  })
}
const urlOf = (path: string) => new URL(path, receiver.url).href
const receivedFor = (id: string) => receiver.received.filter(({ headers }) => headers['webhook-id'] === id)
const once = { attempts: 3, schedule: [1] }
const waiting = ({ platform }: TestDispatcher) =>
  platform.store.collection({ db: 'sluice', collection: 'webhookDeliveriesWaiting' })

/** A webhook whose target is at this path, and an event that it fires for. */
async function fire(path: string, webhook: object = {}, on = dispatcher) {
  const { _id } = await on.create({ condition: `path('${path}')`, url: urlOf(path), ...webhook })
  const [event] = await on.send({ path })
  return { _id, eventId: event!.id, logId: executionId(event!.id, _id) }
}

describe('a webhook with retries', () => {
  it('is tried again until it is taken: the same id, a signature of each time, one entry with its attempts', async () => {
    answerWith('/flaky', 503, 500)
    const { _id, eventId, logId } = await fire('/flaky', { retry: once })
    const entry = await dispatcher.entryOf(_id, eventId)
    expect(entry).toMatchObject({ status: 'success', attempt: 3 })
    const sent = receivedFor(logId)
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
    expect(new Set(sent.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3)
    expect(new Set(sent.map(({ headers }) => headers['webhook-signature'])).size).toBe(3)
    const detail = await dispatcher.detailOf(_id, logId)
    expect(detail.attempts).toMatchObject([
      { attempt: 1, status: 'failed', statusCode: 503, error: { code: 'STATUS_NOT_2XX' } },
      { attempt: 2, status: 'failed', statusCode: 500 },
      { attempt: 3, status: 'success', statusCode: 200, error: null },
    ])
    expect(detail.attempts[1]!.at.$date - detail.attempts[0]!.at.$date).toBeGreaterThanOrEqual(1000)
    expect(detail).toMatchObject({ response: { statusCode: 200 }, error: null })
    expect((await dispatcher.logOf(_id)).items).toHaveLength(1)
    expect(detail).not.toHaveProperty('nextAttemptAt')
    await eventually(async () => (await waiting(dispatcher).count({ _id: logId })) === 0)
  })

  it('has failed when all attempts are made', async () => {
    answerWith('/down', 503, 503, 503, 200)
    const { _id, eventId, logId } = await fire('/down', { retry: once })
    expect(await dispatcher.entryOf(_id, eventId)).toMatchObject({ status: 'failed', attempt: 3 })
    expect(receivedFor(logId)).toHaveLength(3)
    const { attempts } = await dispatcher.detailOf(_id, logId)
    expect(attempts.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
  })

  it('shows, while it waits, what came of the last attempt, and when the next one is', async () => {
    answers.set('/later', (_, response) => void response.writeHead(429, { 'retry-after': '600' }).end())
    const { _id, logId } = await fire('/later', { retry: once })
    const detail = await eventually(async () => {
      const found = await dispatcher.detailOf(_id, logId)
      return found.nextAttemptAt !== undefined && found
    })
    expect(detail).toMatchObject({
      status: 'pending',
      attempt: 1,
      summary: expect.stringMatching(/429; tried again at 20/),
      response: { statusCode: 429 },
      attempts: [{ attempt: 1, status: 'failed', statusCode: 429 }],
    })
    const pauseMs = detail.nextAttemptAt!.$date - detail.attempts[0]!.at.$date
    expect(pauseMs).toBeGreaterThanOrEqual(600_000)
    expect(pauseMs).toBeLessThan(660_000)
    const [line] = (await dispatcher.logOf(_id)).items
    expect(line).toMatchObject({ status: 'pending', nextAttemptAt: detail.nextAttemptAt })
  })

  it.each([400, 404, 410, 301])('is not tried again after %i', async status => {
    const path = `/final-${status}`
    answerWith(path, status)
    const { _id, eventId, logId } = await fire(path, { retry: once })
    expect(await dispatcher.entryOf(_id, eventId)).toMatchObject({ status: 'failed', attempt: 1 })
    expect(receivedFor(logId)).toHaveLength(1)
  })

  it('is tried again where nothing listens, and not where its template fails', async () => {
    const gone = await fire('/gone', { url: 'http://127.0.0.1:9/', retry: { attempts: 2, schedule: [1] } })
    const transform = { enabled: true, template: '{{#request.body}}{{{x}}}{{/request.body}}' }
    const { _id } = await dispatcher.create({ condition: "path('/bomb')", url: receiver.url, transform, retry: once })
    const [bomb] = await dispatcher.send({
      path: '/bomb',
      body: Array.from({ length: 300 }, () => ({ x: 'y'.repeat(1000) })),
    })
    expect(await dispatcher.entryOf(_id, bomb!.id)).toMatchObject({ status: 'failed', attempt: 1 })
    expect(await dispatcher.entryOf(gone._id, gone.eventId)).toMatchObject({ status: 'failed', attempt: 2 })
  })

  it('ends as skipped, before its time has come, when it is disabled or deleted, or all webhooks are', async () => {
    for (const path of ['/off-1', '/off-2']) answerWith(path, 503)
    const slow = { retry: { attempts: 2, schedule: [3600] } }
    const disabled = await fire('/off-1', slow)
    const switchedOff = await fire('/off-2', slow)
    const waitsForRetry = async ({ _id, logId }: typeof disabled) =>
      (await dispatcher.detailOf(_id, logId)).nextAttemptAt !== undefined
    await eventually(async () => (await waitsForRetry(disabled)) && (await waitsForRetry(switchedOff)))
    await dispatcher.client.request('PATCH', `/webhooks/${disabled._id}`, { body: { enabled: false } })
    expect(await dispatcher.entryOf(disabled._id, disabled.eventId)).toMatchObject({ status: 'skipped', attempt: 1 })
    expect(await dispatcher.detailOf(disabled._id, disabled.logId)).toMatchObject({
      response: { statusCode: 503 },
      error: { code: 'DISABLED' },
      attempts: [{ attempt: 1 }],
    })
    await dispatcher.setPlugin('disabled')
    const entry = await dispatcher.entryOf(switchedOff._id, switchedOff.eventId)
    await dispatcher.setPlugin('enabled')
    expect(entry).toMatchObject({ status: 'skipped', summary: expect.stringContaining('switched off') })
    expect(receivedFor(disabled.logId)).toHaveLength(1)
  })

  it.each<[string, object]>([
    ['retry.attempts', { attempts: 1, schedule: [1] }],
    ['retry.attempts', { attempts: 21, schedule: [1] }],
    ['retry.schedule', { attempts: 2, schedule: [] }],
    ['retry.schedule.0', { attempts: 2, schedule: [0] }],
    ['retry.schedule.1', { attempts: 2, schedule: [1, 86_401] }],
  ])('400: names %s of %j', async (path, retry) => {
    const body = { name: 'x', condition: "path('/x')", url: receiver.url, retry }
    const answer = await dispatcher.client.request('POST', '/webhooks', { body })
    expect(answer).toMatchObject({ status: 400, json: { errors: [expect.objectContaining({ path })] } })
  })
})

describe('a delivery that waits for its next attempt', () => {
  it('outlives its dispatcher, and goes on once at the next one', async () => {
    answerWith('/outlives', 503)
    const directory = await temporaryDirectory()
    const open = (claimant: string) => openDispatcher({ directory, claimant, allowCidrs: [receiver.cidr] })
    const first = await open('first')
    const { _id, eventId, logId } = await fire('/outlives', { retry: { attempts: 2, schedule: [4] } }, first)
    await eventually(async () => (await waiting(first).count({ _id: logId })) === 1)
    await first.close()
    expect(receivedFor(logId)).toHaveLength(1)
    const second = await open('second')
    expect(await second.entryOf(_id, eventId)).toMatchObject({ status: 'success', attempt: 2 })
    expect((await second.detailOf(_id, logId)).attempts).toHaveLength(2)
    expect(receivedFor(logId)).toHaveLength(2)
    await second.close()
    await rm(directory, { recursive: true, force: true })
  })

  it('is found by its event when that comes again, and not begun beside it', async () => {
    answerWith('/again', 503)
    const { _id } = await dispatcher.create({
      condition: "path('/again')",
      url: urlOf('/again'),
      retry: { attempts: 2, schedule: [5] },
    })
    const [event] = await dispatcher.send({ path: '/again' })
    const logId = executionId(event!.id, _id)
    await eventually(async () => (await waiting(dispatcher).count({ _id: logId })) === 1)
    await dispatcher.send({ path: '/again', id: event!.id, webhooksSequence: event!.webhooksSequence })
    const [after] = await dispatcher.send({ path: '/again' })
    await dispatcher.entryOf(_id, after!.id)
    expect(receivedFor(logId)).toHaveLength(1)
    expect(await dispatcher.entryOf(_id, event!.id)).toMatchObject({ status: 'success', attempt: 2 })
    expect(receivedFor(logId)).toHaveLength(2)
  })

  it('goes on once where two dispatchers have its event and its store, whichever of them comes first', async () => {
    const [first, second] = await openPair()
    const path = '/pair'
    const { _id } = await first.create({ condition: `path('${path}')`, url: urlOf(path), retry: once })
    await second.platform.changes.catchUp({ webhooks: first.platform.changes.positions().webhooks ?? 0 })
    answerWith(path, ...Array.from({ length: 8 }, () => 503))
    const events = await first.send(...Array.from({ length: 8 }, () => ({ path })))
    await second.send(...events.map(({ id, webhooksSequence }) => ({ path, id, webhooksSequence })))
    const entries = await Promise.all(events.map(({ id }) => first.entryOf(_id, id)))
    expect(entries.filter(({ status, attempt }) => status === 'success' && attempt === 2)).toHaveLength(8)
    await eventually(async () => (await waiting(first).count({})) === 0)
    expect(entries.map(entry => receivedFor(entry._id).length)).toEqual(entries.map(() => 2))
    const details = await Promise.all(entries.map(entry => first.detailOf(_id, entry._id)))
    expect(details.every(({ attempts }) => attempts.map(({ attempt }) => attempt).join() === '1,2')).toBe(true)
    await second.close()
    await first.close()
  })

  /** Two dispatchers on one store, each with a bus of its own. */
  async function openPair() {
    const first = await openDispatcher({ claimant: 'first', allowCidrs: [receiver.cidr] })
    const store = { ...first.platform.store, close: async () => {} }
    return [first, await openDispatcher({ claimant: 'second', allowCidrs: [receiver.cidr], store })] as const
  }
})
