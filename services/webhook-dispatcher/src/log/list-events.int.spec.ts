import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { v7 } from 'uuid'
import { documentLogStore } from '../adapters/log/document-log-store.ts'
import { toEventRow } from '../domain/execution/execution.ts'
import { sampleExchange } from '../testing/sample-exchange.ts'
import { type EventQuery, listEvents } from './list-events.ts'

const HOUR_MS = 3_600_000
/** The middle of a day, so that the events are of hours and days that are known. */
const NOON = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS - 12 * HOUR_MS

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const write = (at: number, path: string) => {
  const exchange = sampleExchange({ id: v7({ msecs: at }), path })
  return documentLogStore(platform).open(toEventRow(exchange, []), [])
}

/** The paths of each page, until there is no next one. */
async function pagesOf(query: Omit<EventQuery, 'before'>): Promise<string[][]> {
  const pages: string[][] = []
  for (let before: string | undefined; pages.length < 50; ) {
    const { items, next } = await listEvents({ ...query, before }, documentLogStore(platform))
    pages.push(items.map(({ path }) => path))
    if (next === null) break
    before = next
  }
  return pages
}

describe('a page of events', () => {
  it('is short when enough was looked at, and goes on where it ended', async () => {
    await write(NOON, '/needle')
    await Promise.all(Array.from({ length: 250 }, (_, n) => write(NOON + 1 + n, '/straw')))
    const query = { from: NOON, to: NOON + HOUR_MS, path: '/needle', limit: 50, mostEvents: 100 }
    expect(await pagesOf(query)).toEqual([[], [], ['/needle']])
  })

  it('goes over hours and days that have no events', async () => {
    const hoursAgo = [0, 1, 30, 31, 100]
    await Promise.all(hoursAgo.map(hours => write(NOON - 1000 - hours * HOUR_MS, `/${hours}`)))
    const query = { from: NOON - 200 * HOUR_MS, to: NOON }
    expect(await pagesOf({ ...query, limit: 2 })).toEqual([['/0', '/1'], ['/30', '/31'], ['/100']])
    expect(await pagesOf({ ...query, limit: 5 })).toEqual([['/0', '/1', '/30', '/31', '/100'], []])
  })
})
