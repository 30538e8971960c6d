import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { createCounting } from '../../counts/counting.ts'
import { type CountBatch, createTally, type EndedDelivery } from '../../domain/counts/tally.ts'
import type { CountStore } from '../../ports/count-store.ts'
import { losingAnswers } from '../../testing/losing-answers.ts'
import { documentCountStore } from './document-count-store.ts'

const HOUR_MS = 3_600_000
const AT = Date.UTC(2026, 10, 24, 12, 17)
const HOUR = Math.floor(AT / HOUR_MS)

function batchOf(...ends: Partial<EndedDelivery>[]): CountBatch {
  const tally = createTally(1000)
  for (const end of ends) {
    const { webhookId = 'w', eventAt = AT, endedAt = AT, isSuccess = true, durationMs = 5, statusCode = 200 } = end
    tally.ended({ webhookId, eventAt, endedAt, isSuccess, durationMs, statusCode })
  }
  return tally.take() ?? { minutes: [], lastEnds: new Map() }
}

await describeOnStores('counts', openStore => {
  let platform: TestPlatform
  let counts: CountStore
  let writes = 0
  beforeAll(async () => {
    const store = await openStore()
    platform = await openTestPlatform(store ? { store } : {})
    counts = documentCountStore(platform)
  }, 60_000)
  afterAll(() => platform.close())

  const fresh = () => {
    writes += 1
    return { writer: `w${writes}`, number: 1 }
  }

  async function successOf(webhookId: string, store = counts) {
    const [hours, minutes] = await Promise.all([store.hours([webhookId], [HOUR]), store.minutes([webhookId], [HOUR])])
    const sum = (rows: typeof hours) => rows.reduce((all, { counts: { success } }) => all + success, 0)
    expect(sum(minutes)).toBe(sum(hours))
    return sum(hours)
  }

  it('are read by hour and by minute, each with its latencies', async () => {
    const batch = batchOf(
      { webhookId: 'a', durationMs: 4 },
      { webhookId: 'a', eventAt: AT + 60_000, isSuccess: false, durationMs: 900, statusCode: 500 },
      { webhookId: 'a', eventAt: AT - HOUR_MS },
    )
    await counts.add(batch, fresh())
    const [hour] = await counts.hours(['a', 'nobody'], [HOUR])
    expect(hour).toMatchObject({ webhookId: 'a', at: HOUR * HOUR_MS, counts: { success: 1, failed: 1 } })
    expect([...(hour?.counts.latencies.values() ?? [])]).toEqual([1, 1])
    const minutes = await counts.minutes(['a'], [HOUR, HOUR - 1])
    expect(minutes.map(({ at }) => at).sort()).toEqual([AT - HOUR_MS, AT, AT + 60_000])
  })

  it('hold a batch once, however often it is written, also where others write the same hour in between', async () => {
    const batch = batchOf({ webhookId: 'once' }, { webhookId: 'once' })
    const [first, second] = [fresh(), fresh()]
    await counts.add(batch, first)
    await counts.add(batch, second)
    await counts.add(batch, first)
    expect(await successOf('once')).toBe(4)
    await counts.add(batch, { ...first, number: 2 })
    expect(await successOf('once')).toBe(6)
  })

  it('lose nothing where many begin the same hour at once', async () => {
    const batch = batchOf({ webhookId: 'crowd' })
    await Promise.all(Array.from({ length: 20 }, () => counts.add(batch, fresh())))
    expect(await successOf('crowd')).toBe(20)
  })

  it.each(['webhookHours', 'webhookMinutes', 'webhookLastEnds'])(
    'count once what was written and not answered, of %s',
    async collection => {
      const losing = losingAnswers(platform.store)
      const { logger } = platform
      const counting = createCounting({ counts: documentCountStore({ ...platform, store: losing.store }), logger })
      const webhookId = `lost in ${collection}`
      const end = { webhookId, eventAt: AT, endedAt: AT, isSuccess: true, durationMs: 5, statusCode: 200 }
      losing.lose(call => call.collection === collection && call.method === 'bulkWrite')
      counting.ended(end)
      await counting.round()
      expect(losing.lost()).toBeGreaterThan(0)
      counting.ended(end)
      await counting.round()
      losing.lose(() => false)
      await counting.stop()
      expect(await successOf(webhookId)).toBe(2)
    },
  )

  it('are written when a process stops, what is owed from before first', async () => {
    const losing = losingAnswers(platform.store)
    const counting = createCounting({
      counts: documentCountStore({ ...platform, store: losing.store }),
      logger: platform.logger,
    })
    const end = { webhookId: 'stop', eventAt: AT, endedAt: AT, isSuccess: true, durationMs: 5, statusCode: 200 }
    losing.refuse(({ method }) => method === 'bulkWrite')
    counting.ended(end)
    await counting.round()
    losing.refuse(() => false)
    counting.ended(end)
    await counting.stop()
    expect(await successOf('stop')).toBe(2)
  })

  describe('how the newest delivery has ended', () => {
    const ended = (at: number, isSuccess: boolean) => ({
      webhookId: 'last',
      endedAt: at,
      isSuccess,
      statusCode: isSuccess ? 200 : 500,
    })
    const last = async () => (await counts.lastEnds(['last'])).get('last')

    it('is told with the time since when it is so; what comes late changes nothing', async () => {
      await counts.add(batchOf(ended(1, true), ended(2, true)), fresh())
      expect(await last()).toEqual({ isSuccess: true, at: 2, since: 1, statusCode: 200 })
      await counts.add(batchOf(ended(3, false), ended(4, false)), fresh())
      expect(await last()).toEqual({ isSuccess: false, at: 4, since: 3, statusCode: 500 })
      const again = { batch: batchOf(ended(5, false)), mark: fresh() }
      await counts.add(again.batch, again.mark)
      await counts.add(again.batch, again.mark)
      expect(await last()).toEqual({ isSuccess: false, at: 5, since: 3, statusCode: 500 })
      await counts.add(batchOf(ended(4, true)), fresh())
      expect(await last()).toMatchObject({ isSuccess: false, since: 3 })
      await counts.add(batchOf(ended(6, true), ended(7, false)), fresh())
      expect(await last()).toMatchObject({ isSuccess: false, since: 7 })
    })
  })

  it('are forgotten with the log', async () => {
    const old = AT - 40 * 24 * HOUR_MS
    await counts.add(batchOf({ webhookId: 'old', eventAt: old, endedAt: old }), fresh())
    await counts.add(batchOf({ webhookId: 'old' }), fresh())
    await counts.forgetBefore(new Date(AT - 30 * 24 * HOUR_MS))
    expect(await counts.hours(['old'], [Math.floor(old / HOUR_MS), HOUR])).toHaveLength(1)
    expect(await counts.minutes(['old'], [Math.floor(old / HOUR_MS)])).toEqual([])
  })
})
