import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { v7 } from 'uuid'
import { documentLogStore } from '../src/adapters/log/document-log-store.ts'
import { executionId } from '../src/domain/execution/execution-id.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

const DAY_MS = 24 * 3_600_000
const TEMPLATE = '{"who":"{{request.body.name}}","path":"{{request.path}}"}'

let receiver: TestReceiver
let dispatcher: TestDispatcher

/** Answers with the status code that stands at the end of the path. */
beforeAll(async () => {
  receiver = await openReceiver((request, response, body) => {
    response.statusCode = Number(/\d{3}$/.exec(request.url ?? '')?.[0] ?? 200)
    response.setHeader('x-answered-by', 'the target')
    response.end(`got ${body}`)
  })
  dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr] })
})
afterAll(async () => {
  await dispatcher.close()
  await receiver.close()
})

/** A webhook with one event that it fired for. */
async function fire({ answer = 200, ...webhook }: { answer?: number; transform?: object } = {}) {
  const condition = "path('/people') and method('POST')"
  const { _id } = await dispatcher.create({ condition, url: `${receiver.url}/${answer}`, ...webhook })
  const headers: [string, string][] = [['x-tenant', 'north']]
  const [event] = await dispatcher.send({ path: '/people', method: 'POST', headers, body: { name: 'Amelia "A"' } })
  if (!event) throw new RangeError('nothing was sent')
  const { _id: logId } = await dispatcher.entryOf(_id, event.id)
  return { event, entry: await dispatcher.detailOf(_id, logId), webhookId: _id }
}

describe('a webhook execution log entry (specification 2.5)', () => {
  it('Timestamp: "Time of the execution"; Duration: "Milliseconds"', async () => {
    const { event, entry } = await fire()
    expect(entry.timestamp).toEqual({ $date: event.at })
    expect(entry.durationMs).toBeGreaterThanOrEqual(0)
  })

  it('Status: "`success`, `failed` or `skipped`"', async () => {
    const succeeded = await fire({ answer: 204 })
    const failed = await fire({ answer: 500 })
    const [other] = await dispatcher.send({ path: '/people', method: 'GET' })
    const skipped = await dispatcher.entryOf(failed.webhookId, other!.id)
    expect([succeeded.entry.status, failed.entry.status, skipped.status]).toEqual(['success', 'failed', 'skipped'])
  })

  it('Summary: "Outbound request and response"', async () => {
    const { entry } = await fire({ answer: 202 })
    expect(entry.summary).toBe(`POST ${receiver.url}/202: 202`)
  })

  it('Detail: Incoming Request: "Method, path, headers, body of the triggering request"', async () => {
    const { entry } = await fire()
    expect(entry.incomingRequest).toMatchObject({
      method: 'POST',
      path: '/people',
      headers: { 'x-tenant': 'north' },
      body: { state: 'captured', text: '{"name":"Amelia \\"A\\""}' },
    })
  })

  it('Detail: Condition Evaluation: "Whether the condition matched, and why not if it did not"', async () => {
    const { entry, webhookId } = await fire()
    expect(entry.conditionEvaluation).toMatchObject({ matched: true, explanation: { result: true } })
    const [other] = await dispatcher.send({ path: '/people', method: 'DELETE' })
    const { _id: logId } = await dispatcher.entryOf(webhookId, other!.id)
    const { conditionEvaluation } = await dispatcher.detailOf(webhookId, logId)
    expect(conditionEvaluation.matched).toBe(false)
    expect(conditionEvaluation.explanation.reason).toContain('DELETE')
  })

  it('Detail: Transformation: "Input data and rendered output, when transformation is enabled"', async () => {
    const { entry } = await fire({ transform: { enabled: true, template: TEMPLATE } })
    expect(entry.transformation).toMatchObject({
      input: { request: { path: '/people', body: { name: 'Amelia "A"' } } },
      output: '{"who":"Amelia \\"A\\"","path":"/people"}',
      validJson: true,
    })
    expect((await fire({ transform: { enabled: false, template: TEMPLATE } })).entry.transformation).toBeNull()
  })

  it('Detail: Outgoing Request: "The exact request sent to the target"', async () => {
    const { entry } = await fire({ transform: { enabled: true, template: TEMPLATE } })
    const sent = receiver.received.at(-1)
    expect(entry.outgoingRequest).toMatchObject({
      method: 'POST',
      url: `${receiver.url}/200`,
      headers: {
        'webhook-id': entry._id,
        'webhook-signature': sent?.headers['webhook-signature'],
        'content-type': sent?.headers['content-type'],
      },
      body: { text: sent?.body },
    })
  })

  it.each([200, 400, 401])(
    'Detail: Response: "Status code, headers, body received from the target", also of a %d',
    async answer => {
      const { entry } = await fire({ answer })
      expect(entry.response).toMatchObject({
        statusCode: answer,
        headers: { 'x-answered-by': 'the target' },
        body: { text: `got ${receiver.received.at(-1)?.body}` },
      })
    },
  )
})

it('"logs are deleted automatically after 30 days" (specification 8)', async () => {
  const directory = await temporaryDirectory()
  const before = await openDispatcher({ directory, allowCidrs: [receiver.cidr] })
  const { _id } = await before.create({ condition: "path('/old')", url: receiver.url })
  const idOf = (days: number) => v7({ msecs: Date.now() - days * DAY_MS })
  const [old, young] = await before.send({ path: '/old', id: idOf(32) }, { path: '/old', id: idOf(28) })
  for (const event of [old!, young!]) {
    await eventually(async () => {
      const row = await documentLogStore(before.platform).execution(executionId(event.id, _id))
      return row?.status === 'success'
    })
  }
  await before.close()
  const after = await openDispatcher({ directory })
  const log = documentLogStore(after.platform)
  await eventually(async () => (await log.execution(executionId(old!.id, _id))) === undefined)
  expect(await log.event(old!.id)).toBeUndefined()
  expect((await log.event(young!.id))?._id).toBe(young!.id)
  expect(await log.execution(executionId(young!.id, _id))).toMatchObject({ status: 'success' })
  await after.close()
})
