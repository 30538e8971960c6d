import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { v7 } from 'uuid'
import type { OccurrenceStore } from '../ports/occurrence-store.ts'
import { documentOccurrenceStore } from './document-occurrence-store.ts'

const AT = Date.UTC(2026, 10, 28)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

await describeOnStores('what is to be told', openStore => {
  let platform: TestPlatform
  let occurrences: OccurrenceStore

  beforeAll(async () => {
    const store = await openStore()
    platform = await openTestPlatform(store ? { store } : {})
    occurrences = documentOccurrenceStore({ store: platform.store, db: 'sluice' })
  })
  beforeEach(() => platform.store.collection({ db: 'sluice', collection: 'webhookOccurrences' }).deleteMany({}))
  afterAll(() => platform.close())

  async function owe(id: string): Promise<void> {
    const occurrence = { eventId: v7(), name: 'webhook.failing', at: AT, about: {}, body: '{}', contact: [] } as const
    const told = { state: 'failing', since: AT, toldAt: AT, toldNames: {}, revision: 1 } as const
    expect(await occurrences.put({ _id: id, ...told }, occurrence)).toBe(true)
  }
  const claimedAt = async (at: number, limit: number) =>
    (await occurrences.claim(at, limit)).map(({ subject }) => subject)

  it('is claimed by turns, so that what can not be told keeps nothing else from being told', async () => {
    for (const id of ['a', 'b', 'c']) await owe(id)
    const first = await claimedAt(AT, 2)
    const later = await claimedAt(AT + MINUTE_MS, 2)
    expect(new Set([...first, ...later])).toEqual(new Set(['a', 'b', 'c']))
  })

  it('is settled by who has told it, also where somebody has claimed it since', async () => {
    await owe('a')
    const [slow] = await occurrences.claim(AT, 1)
    await occurrences.claim(AT + MINUTE_MS, 1)
    await occurrences.settle(slow!)
    expect(await claimedAt(AT + 3 * MINUTE_MS, 1)).toEqual([])
    expect((await occurrences.read(['a'])).get('a')).toMatchObject({ isOwing: false, state: 'failing' })
  })

  it('is not settled for the one before it', async () => {
    await owe('a')
    const [before] = await occurrences.claim(AT, 1)
    await occurrences.settle(before!)
    const subject = (await occurrences.read(['a'])).get('a')
    const { isOwing: _, ...told } = subject!
    const next = { ...before!.occurrence, eventId: v7() }
    expect(await occurrences.put({ ...told, revision: told.revision + 1 }, next)).toBe(true)
    await occurrences.settle(before!)
    expect(await claimedAt(AT + MINUTE_MS, 1)).toEqual(['a'])
  })

  it('is claimed, and a turn taken, that a clock which was ahead has put into the future', async () => {
    await owe('a')
    const ahead = AT + 24 * HOUR_MS
    expect(await claimedAt(ahead, 1)).toEqual(['a'])
    expect(await claimedAt(AT, 1)).toEqual(['a'])
    expect(await claimedAt(AT, 1)).toEqual([])
    const turn = (now: number) => occurrences.takeTurn({ now, until: now + MINUTE_MS })
    expect([await turn(ahead), await turn(AT), await turn(AT), await turn(AT + MINUTE_MS)]).toEqual([
      true,
      true,
      false,
      true,
    ])
  })
})
