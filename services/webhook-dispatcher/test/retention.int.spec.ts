import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually, openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { v7 } from 'uuid'
import { documentLogStore } from '../src/adapters/log/document-log-store.ts'
import { toEventRow, toExecutionRow } from '../src/domain/execution/execution.ts'
import { dayOfId, executionId, firstIdAt } from '../src/domain/execution/execution-id.ts'
import { resultWithoutSend } from '../src/domain/execution/execution-result.ts'
import { openDispatcher } from '../src/testing/open-dispatcher.ts'
import { sampleExchange } from '../src/testing/sample-exchange.ts'
import { sampleVersion } from '../src/testing/sample-version.ts'

const DAY_MS = 24 * 3_600_000
const claim = { by: 'somebody', until: Date.now() + 60_000 }
const failure = resultWithoutSend('failed', 1, { stage: 'connect', code: 'CONNECTION_REFUSED', message: 'No.' })
const success = { ...failure, status: 'success', error: null } as const
const webhookId = sampleVersion.webhook._id

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

await describeOnStores('what has failed', open => {
  let platform: TestPlatform
  beforeAll(async () => {
    const store = await open()
    platform = await openTestPlatform(store ? { store } : {})
  })
  afterAll(() => platform.close())

  /** An event of so many days ago with one execution. @returns its id */
  async function write(days: number, result: typeof failure | typeof success): Promise<string> {
    const log = documentLogStore(platform)
    const exchange = sampleExchange({ id: v7({ msecs: daysAgo(days).getTime() }), body: { days } })
    const [opened] = await log.open(toEventRow(exchange, [sampleVersion]), [
      toExecutionRow(exchange, sampleVersion, claim),
    ])
    if (opened) await log.finish(opened.row, result, [])
    return exchange.event.id
  }

  async function readDay(id: string) {
    const day = dayOfId(id)
    const range = { day, from: firstIdAt(0), below: 'ffffffff', limit: 50 }
    return (await documentLogStore(platform).executions(webhookId, range)).map(({ eventId }) => eventId)
  }

  it('is kept for longer than the rest of its day if the owner wants, with its event and the bodies of it', async () => {
    const log = documentLogStore(platform)
    const failed = await write(40, failure)
    const succeeded = await write(40, success)
    const unmatched = sampleExchange({ id: v7({ msecs: daysAgo(40).getTime() }) })
    await log.open(toEventRow(unmatched, []), [])
    await log.forgetDaysBefore(daysAgo(30), daysAgo(90))
    await eventually(async () => (await readDay(failed)).length === 1)
    expect(await readDay(failed)).toEqual([failed])
    expect(await log.event(failed)).toMatchObject({ requestBody: { state: 'captured', text: '{"days":40}' } })
    expect(await log.execution(executionId(failed, webhookId))).toMatchObject({ status: 'failed' })
    for (const id of [succeeded, unmatched.event.id]) expect(await log.event(id)).toBeUndefined()

    await log.forgetDaysBefore(daysAgo(30), daysAgo(90))
    expect(await readDay(failed)).toEqual([failed])
  })

  it('goes when its own time is over, whole days at a time', async () => {
    const log = documentLogStore(platform)
    const old = await write(100, failure)
    const young = await write(80, failure)
    await log.forgetDaysBefore(daysAgo(30), daysAgo(120))
    await eventually(async () => (await readDay(old)).length === 1)
    await log.forgetDaysBefore(daysAgo(30), daysAgo(90))
    await eventually(async () => (await readDay(old)).length === 0)
    expect([await log.event(old), (await log.event(young))?._id]).toEqual([undefined, young])
  })

  it('goes with its day when the owner does not want it for longer', async () => {
    const log = documentLogStore(platform)
    const failed = await write(50, failure)
    await log.forgetDaysBefore(daysAgo(30))
    expect([await log.event(failed), await readDay(failed)]).toEqual([undefined, []])
  })
})

it('may not be kept for a shorter time than the rest: the service does not start, and says what to do', async () => {
  await expect(openDispatcher({ failedRetentionDays: 29 })).rejects.toThrow(
    'FAILED_LOG_RETENTION_DAYS (29) is less than LOG_RETENTION_DAYS (30). Set it to as many days or more, or take it away.',
  )
})

it('may not be shorter than an event can come again from the bus: the service does not start, and says why', async () => {
  await expect(openDispatcher({ retentionDays: 8 })).rejects.toThrow(
    'LOG_RETENTION_DAYS (8) is less than 9. The bus keeps events for up to 8 days, and one that is read again after its log is gone would be delivered again. Set it to 9 or more.',
  )
  await (await openDispatcher({ retentionDays: 9 })).close()
})
