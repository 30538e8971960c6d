import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { executionId } from '../src/domain/execution/execution-id.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'
import type { SampleExchange } from '../src/testing/sample-exchange.ts'

const FAR_ABOVE = 1_000_000

let receiver: TestReceiver
let dispatcher: TestDispatcher
beforeAll(async () => {
  receiver = await openReceiver()
  dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr] })
})
afterAll(async () => {
  await dispatcher.close()
  await receiver.close()
})

const countReceived = (id: string) => receiver.received.filter(({ headers }) => headers['webhook-id'] === id).length
const create = async (path: string) =>
  (await dispatcher.create({ condition: `path('${path}')`, url: new URL(path, receiver.url).href }))._id
const send = async (sample: SampleExchange) => (await dispatcher.send(sample))[0]!.id

/** What a restored backup leaves: sequences above its counters, or of another epoch. */
const sequences = [
  ['whose sequence is higher than what the change log has come to', { webhooksSequence: FAR_ABOVE }],
  ['of another epoch, from before the webhook', { webhooksSequence: 0, changesEpoch: 7 }],
] as const

describe.each(sequences)('an event from a history that a restored backup has replaced: %s', (_, sequence) => {
  const path = `/lost-${sequence.webhooksSequence}`

  it('is judged by the webhooks that are in force now, and delivered', async () => {
    const id = await create(path)
    const eventId = await send({ path, ...sequence })
    expect(await dispatcher.entryOf(id, eventId)).toMatchObject({ status: 'success' })
    expect(countReceived(executionId(eventId, id))).toBe(1)
  })

  it('is shown as skipped, with the reason, by a webhook that is in force now and does not match', async () => {
    const matching = await create(`${path}/a`)
    const other = await create(`${path}/b`)
    const eventId = await send({ path: `${path}/a`, ...sequence })
    await dispatcher.entryOf(matching, eventId)
    const { items } = await dispatcher.logOf(other)
    const expected = [{ eventId, status: 'skipped', summary: expect.stringContaining(`${path}/a`) }]
    expect(items.filter(entry => entry.eventId === eventId)).toMatchObject(expected)
    const detail = await dispatcher.detailOf(matching, executionId(eventId, matching))
    expect(detail.conditionEvaluation).toMatchObject({ matched: true, explanation: { result: true } })
  })

  it('is judged as it was the first time when it comes again, whatever has changed', async () => {
    const first = await create(`${path}/again`)
    const eventId = await send({ path: `${path}/again`, ...sequence })
    await dispatcher.entryOf(first, eventId)
    const later = await create(`${path}/again`)
    await send({ id: eventId, path: `${path}/again`, ...sequence })
    const next = await send({ path: `${path}/again` })
    await eventually(() => countReceived(executionId(next, later)) === 1)
    expect(countReceived(executionId(eventId, first))).toBe(1)
    expect(countReceived(executionId(eventId, later))).toBe(0)
    expect((await dispatcher.logOf(later)).items.map(entry => entry.eventId)).toEqual([next])
  })
})
