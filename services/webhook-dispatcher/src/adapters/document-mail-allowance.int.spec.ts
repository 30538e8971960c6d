import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import type { MailAllowance } from '../ports/mail-allowance.ts'
import { documentMailAllowance } from './document-mail-allowance.ts'

const DAY_MS = 24 * 3_600_000
const LIMIT = 10

await describeOnStores('the daily allowance', openStore => {
  let platform: TestPlatform
  let at = Date.UTC(2026, 10, 22, 23, 59, 59)
  const open = (limit = LIMIT): MailAllowance =>
    documentMailAllowance({ store: platform.store, db: 'sluice', limit, now: () => new Date(at) })

  beforeAll(async () => {
    const store = await openStore()
    platform = await openTestPlatform(store ? { store } : {})
  })
  afterAll(() => platform.close())

  it('is shared by all that count at once, and never passed', async () => {
    const sharing = [open(), open(), open()]
    const outcomes = await Promise.all(
      Array.from({ length: 90 }, (_, index) => sharing[index % 3]!.reserve(randomUUID(), 3)),
    )
    expect(outcomes.filter(({ kind }) => kind === 'reserved')).toHaveLength(3)
    expect(outcomes.filter(({ kind }) => kind === 'reached')).toHaveLength(87)
    const resetsAt = new Date(Date.UTC(2026, 10, 23))
    expect(await open().today()).toEqual({ limit: LIMIT, used: 9, left: 1, resetsAt })
    expect(await open().reserve(randomUUID(), 2)).toEqual({
      kind: 'reached',
      state: { limit: LIMIT, used: 9, left: 1, resetsAt },
    })
  })

  it('counts a delivery once, also when it comes again after midnight', async () => {
    const id = randomUUID()
    expect(await open().reserve(id, 1)).toEqual({ kind: 'reserved' })
    expect(await open().reserve(id, 1)).toEqual({ kind: 'held' })
    at += 2000
    expect(await open().today()).toMatchObject({ used: 0, left: LIMIT })
    expect(await open().reserve(id, 1)).toEqual({ kind: 'held' })
    expect(await open().today()).toMatchObject({ used: 0 })
  })

  it('gets back what was reserved once, however often it is given back', async () => {
    const id = randomUUID()
    await open().reserve(id, LIMIT)
    await Promise.all([open().release(id), open().release(id), open().release(randomUUID())])
    expect(await open().today()).toMatchObject({ used: 0 })
    expect(await open().reserve(id, LIMIT)).toEqual({ kind: 'reserved' })
  })

  it('has nothing left, and not less, when the operator has lowered it', async () => {
    expect(await open(4).today()).toMatchObject({ limit: 4, used: LIMIT, left: 0 })
  })

  it('keeps a day as long as an event can come again, and no longer', async () => {
    const days = platform.store.collection({ db: 'sluice', collection: 'webhookMailAllowance' })
    at += 9 * DAY_MS
    await open().reserve(randomUUID(), 1)
    expect(await days.count({})).toBe(1)
  })
})
