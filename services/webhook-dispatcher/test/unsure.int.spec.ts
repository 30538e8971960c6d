import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { losingAnswers, type StoreCall } from '../src/testing/losing-answers.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

let receiver: TestReceiver
let level: TestDispatcher
let behind: TestDispatcher
let answers: ReturnType<typeof losingAnswers>

beforeAll(async () => {
  // Says nothing against the target, so that no breaker has a part in this.
  receiver = await openReceiver((_, response) => void response.writeHead(429).end())
  const allowCidrs = [receiver.cidr]
  level = await openDispatcher({ allowCidrs, claimant: 'level' })
  answers = losingAnswers({ ...level.platform.store, close: async () => {} })
  behind = await openDispatcher({ allowCidrs, claimant: 'behind', store: answers.store, pollMs: 3_600_000 })
})
afterAll(async () => {
  await behind.close()
  await level.close()
  await receiver.close()
})

const sequence = () => level.platform.changes.positions().webhooks ?? 0
const enable = (id: string, enabled: boolean) => level.client.request('PATCH', `/webhooks/${id}`, { body: { enabled } })
const isLookAtChanges = ({ collection, method }: StoreCall) => collection === '_changeCounters' && method === 'find'
const isRelease = ({ collection, method }: StoreCall) =>
  collection.startsWith('webhookExecutions') && method === 'setEach'

it('a delivery that can neither be judged nor given back, as the store is away, costs none of its attempts', async () => {
  const retry = { attempts: 2, schedule: [1] }
  const { _id } = await level.create({ condition: `path('/unsure')`, url: receiver.url, retry })
  const webhooksSequence = sequence()
  await enable(_id, false)
  await behind.platform.changes.catchUp({ webhooks: sequence() })
  await enable(_id, true)
  let isReleaseRefused = false
  answers.refuse(call => {
    isReleaseRefused ||= isRelease(call)
    return isLookAtChanges(call) || isRelease(call)
  })
  const [event] = await behind.send({ path: '/unsure', webhooksSequence })
  await eventually(() => isReleaseRefused)
  answers.refuse(() => false)
  const entry = await level.entryOf(_id, event!.id)
  expect(entry).toMatchObject({ status: 'failed', attempt: 2 })
  expect(receiver.received.filter(({ headers }) => headers['webhook-id'] === entry._id)).toHaveLength(2)
}, 60_000)
