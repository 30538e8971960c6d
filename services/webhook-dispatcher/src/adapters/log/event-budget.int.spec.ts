import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { v7 } from 'uuid'
import { toEventRow, toExecutionRow } from '../../domain/execution/execution.ts'
import { executionId } from '../../domain/execution/execution-id.ts'
import { type SampleExchange, sampleExchange } from '../../testing/sample-exchange.ts'
import { sampleVersion } from '../../testing/sample-version.ts'
import { documentLogStore } from './document-log-store.ts'
import { eventBudget } from './event-budget.ts'
import { createEventWriter } from './event-writer.ts'

const HOUR_MS = 3_600_000
/** About 50 kB of body, and about 20 kB of metadata. */
const BODY = { text: 'x'.repeat(50_000) }
const LONG_HEADER = { headers: [['x-long', 'x'.repeat(20_000)]] satisfies [string, string][], body: undefined }
const claim = { by: 'somebody', until: Date.now() + 60_000 }
/** The middle of an hour, so that nothing falls into the next one. */
const NOW = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS / 2

await describeOnStores('the budget of stored events', open => {
  let platform: TestPlatform
  beforeEach(async () => {
    const store = await open()
    platform = await openTestPlatform(store ? { store } : {})
  })
  afterEach(() => platform.close())

  function openBudget(maxBytes: number) {
    const { store, db, logger } = platform
    const budget = eventBudget({ store, db, maxBytes, now: () => new Date(NOW), logger })
    return { budget, log: documentLogStore({ store, db, budget }) }
  }
  type OpenedBudget = ReturnType<typeof openBudget>

  /** An event of so many hours ago. @returns its id */
  async function write({ log }: OpenedBudget, hoursAgo: number, sample: SampleExchange = {}): Promise<string> {
    const exchange = sampleExchange({ id: v7({ msecs: NOW - hoursAgo * HOUR_MS }), body: BODY, ...sample })
    await log.open(toEventRow(exchange, []), [])
    return exchange.event.id
  }

  async function writeMatched({ log }: OpenedBudget, hoursAgo: number): Promise<string> {
    const exchange = sampleExchange({ id: v7({ msecs: NOW - hoursAgo * HOUR_MS }), body: BODY })
    await log.open(toEventRow(exchange, [sampleVersion]), [toExecutionRow(exchange, sampleVersion, claim)])
    return exchange.event.id
  }

  const bodyOf = async ({ log }: OpenedBudget, id: string) => (await log.event(id))?.requestBody.state
  const lostIn = ({ log }: OpenedBudget) => log.eventsNotStored({ from: NOW - 100 * HOUR_MS, to: NOW })

  it('gives up bodies of unmatched events first, the oldest hour first', async () => {
    const opened = openBudget(130_000)
    const oldest = await write(opened, 3)
    const old = await write(opened, 2)
    const young = await write(opened, 1)
    await opened.budget.round()
    expect([await bodyOf(opened, oldest), await bodyOf(opened, old), await bodyOf(opened, young)]).toEqual([
      'dropped',
      'captured',
      'captured',
    ])
    expect(await lostIn(opened)).toBe(0)
  })

  it('gives up unmatched events when there are no bodies left to give up, and says how many', async () => {
    const opened = openBudget(50_000)
    const [old, young, now] = [2, 1, 0].map(hoursAgo => write(opened, hoursAgo, LONG_HEADER))
    const ids = await Promise.all([old, young, now])
    await opened.budget.round()
    const kept = await Promise.all(ids.map(id => opened.log.event(id ?? '')))
    expect(kept.map(event => event?._id)).toEqual([undefined, ids[1], ids[2]])
    expect(await lostIn(opened)).toBe(1)
  })

  it('never gives up what a webhook matched: neither execution nor event nor its bodies', async () => {
    const opened = openBudget(1)
    const id = await writeMatched(opened, 2)
    await write(opened, 1)
    await opened.budget.round()
    const late = await writeMatched(opened, 0)
    for (const kept of [id, late]) {
      expect(await bodyOf(opened, kept)).toBe('captured')
      expect(await opened.log.execution(executionId(kept, sampleVersion.webhook._id))).toMatchObject({
        status: 'pending',
      })
    }
  })

  it('stores no unmatched event any more when all of it is taken, and counts each', async () => {
    const opened = openBudget(1)
    await writeMatched(opened, 1)
    await opened.budget.round()
    const ids = [await write(opened, 0), await write(opened, 0)]
    await opened.budget.round()
    expect(await Promise.all(ids.map(id => opened.log.event(id)))).toEqual([undefined, undefined])
    expect(await lostIn(opened)).toBe(2)
  })

  it.each([401, 403, 429])('keeps the metadata only of a request that was answered %d', async statusCode => {
    const opened = openBudget(1024 ** 2)
    const event = await opened.log.event(await write(opened, 1, { statusCode }))
    expect(event).toMatchObject({ event: { response: { statusCode } }, requestBody: { state: 'dropped', text: '' } })
    expect(event?.requestBody.length).toBeGreaterThan(50_000)
  })

  it('keeps refused requests within a tenth of the budget, and leaves the others alone', async () => {
    const opened = openBudget(1_000_000)
    const kept = await write(opened, 4)
    const refused: string[] = []
    for (const hoursAgo of [3, 3, 2, 2, 1]) {
      refused.push(await write(opened, hoursAgo, { ...LONG_HEADER, statusCode: 401 }))
    }
    await opened.budget.round()
    expect(await bodyOf(opened, kept)).toBe('captured')
    const stored = await Promise.all(refused.map(id => opened.log.event(id)))
    expect(stored.map(event => event !== undefined)).toEqual([false, false, true, true, true])
    expect(await lostIn(opened)).toBe(2)
  })

  it('is one budget for all dispatchers, and goes on where it was after a restart', async () => {
    const one = openBudget(130_000)
    const other = openBudget(130_000)
    const oldest = await write(one, 3)
    await write(other, 2)
    await Promise.all([one.budget.round(), other.budget.round()])
    expect(await bodyOf(one, oldest)).toBe('captured')
    const restarted = openBudget(130_000)
    await write(restarted, 1)
    await restarted.budget.round()
    expect(await bodyOf(restarted, oldest)).toBe('dropped')
  })

  it('counts an event that comes again once', async () => {
    const opened = openBudget(130_000)
    const exchange = sampleExchange({ id: v7({ msecs: NOW - HOUR_MS }), body: BODY })
    for (let n = 0; n < 5; n += 1) await opened.log.open(toEventRow(exchange, []), [])
    await opened.budget.round()
    expect(await bodyOf(opened, exchange.event.id)).toBe('captured')
  })

  it('has room again when a day is gone', async () => {
    const opened = openBudget(50_000)
    await writeMatched(opened, 40)
    await opened.budget.round()
    expect(opened.budget.admit(false)).not.toBe('all')
    await opened.log.forgetDaysBefore(new Date(NOW))
    await opened.budget.stop()
    const later = openBudget(50_000)
    await later.budget.start()
    expect(later.budget.admit(false)).toBe('all')
    await later.budget.stop()
  })

  it('lets no unmatched event wait behind a queue that is too long, counts it, and keeps what matched', async () => {
    const { store, db } = platform
    const { budget, log } = openBudget(1024 ** 2)
    const writer = createEventWriter({ store, db, budget, maxWaiting: 1 })
    const samples = Array.from({ length: 10 }, () => sampleExchange({ id: v7({ msecs: NOW }) }))
    const matched = sampleExchange({ id: v7({ msecs: NOW }) })
    await Promise.all([
      ...samples.map(sample => writer.write(toEventRow(sample, []))),
      writer.write(toEventRow(matched, [sampleVersion])),
    ])
    await budget.round()
    expect(await log.eventsNotStored({ from: NOW, to: NOW })).toBe(9)
    expect((await log.event(matched.event.id))?._id).toBe(matched.event.id)
  })
})
