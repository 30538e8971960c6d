import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { eventually, openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import type { Lane, WaitingDelivery } from '../ports/waiting-store.ts'
import { losingAnswers } from '../testing/losing-answers.ts'
import { createWaitingIndexes, documentWaitingStore } from './document-waiting-store.ts'

const LEASE_MS = 45_000
const ALL = { limit: 100, isDue: true }

await describeOnStores('deliveries that wait', openStore => {
  let platform: TestPlatform
  /** Moves the clock of the store. */
  let laterMs = 0
  let lane: Lane
  /** How far that clock is known to be behind until it is read anew. */
  let behindMs = 0
  const now = () => Date.now() + laterMs - behindMs
  const confirmTime = async () => {
    behindMs = 0
  }
  /** What was told to be unreadable. */
  const told: unknown[] = []
  const open = (claimant = 'a#1', store = platform.store) =>
    documentWaitingStore({
      store,
      db: platform.db,
      changes: { storeTime: now, confirmTime },
      claimant: () => claimant,
      tell: unreadable => told.push(unreadable),
    })
  const rows = () => platform.store.collection({ db: platform.db, collection: 'webhookDeliveriesWaiting' })
  /** Makes of a delivery that waits what a newer version of Sluice would write. @returns what undoes it */
  async function makeNewer({ _id }: WaitingDelivery) {
    await rows().updateOne({ _id }, { $set: { reason: 'of a newer version' } })
    return () => rows().updateOne({ _id }, { $set: { reason: 'full' } })
  }

  beforeAll(async () => {
    const store = await openStore()
    platform = await openTestPlatform(store ? { store } : {})
    await createWaitingIndexes(platform.store, platform.db)
  })
  afterAll(() => platform.close())
  beforeEach(() => {
    lane = { webhookId: randomUUID(), target: 'https://a.example.com:443' }
  })

  const delivery = (changes: Partial<WaitingDelivery> = {}): WaitingDelivery => ({
    _id: randomUUID(),
    ...lane,
    versionFrom: 1,
    reason: 'full',
    dueAt: new Date(now()),
    body: 'b',
    isJson: true,
    attempt: 1,
    attempts: [],
    isUncertain: false,
    chain: [],
    ...changes,
  })
  const added = async (changes: Partial<WaitingDelivery> = {}) => {
    const one = delivery(changes)
    await open().add(one)
    return one
  }

  it('are refused beyond their number by a count of the store alone, never by one that is old', async () => {
    const here = documentWaitingStore({
      store: platform.store,
      db: platform.db,
      changes: { storeTime: now, confirmTime },
      claimant: () => 'a#1',
      maxWaiting: 3,
    })
    const all = [delivery(), delivery(), delivery()]
    for (const one of all) expect(await here.add(one)).toBe(true)
    expect(await here.add(delivery())).toBe(false)
    for (const held of await here.claim(lane, ALL)) await here.remove(held)
    await eventually(() => here.add(delivery()), { timeoutMs: 3_000 })
  })

  it('are each claimed by one of those who claim at once', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, async () => (await added())._id))
    const claims = await Promise.all(Array.from({ length: 4 }, () => open().claim(lane, { limit: 20, isDue: true })))
    const claimed = claims.flat().map(({ _id }) => _id)
    expect(new Set(claimed).size).toBe(claimed.length)
    const rest = await Promise.all(Array.from({ length: 3 }, () => open().claim(lane, ALL)))
    expect([...claimed, ...rest.flat().map(({ _id }) => _id)].sort()).toEqual(ids.sort())
  })

  it('wait for their time, unless nothing is sent any more', async () => {
    const later = await added({ dueAt: new Date(now() + 3_600_000), reason: 'retry' })
    expect(await open().claim(lane, ALL)).toEqual([])
    expect(await open().claim(lane, { limit: 100, isDue: false })).toMatchObject([{ _id: later._id, attempt: 1 }])
    // Somebody holds it.
    expect(await open().claim(lane, { limit: 100, isDue: false })).toEqual([])
  })

  it('are claimed again as the next attempt, and as one of which nobody knows more, when their holder has gone', async () => {
    await added()
    const [held] = await open().claim(lane, ALL)
    expect(held).toMatchObject({ attempt: 1, isUncertain: false })
    laterMs += LEASE_MS + 1
    const [heir] = await open().claim(lane, ALL)
    expect(heir).toMatchObject({ attempt: 2, isUncertain: true })
    expect(await open().renew(held!)).toBe(false)
    expect(await open().renew(heir!)).toBe(true)
  })

  it('are put off once: by whoever holds them, and not by one who slept', async () => {
    await added()
    const [sleeper] = await open().claim(lane, ALL)
    laterMs += LEASE_MS + 1
    const [heir] = await open().claim(lane, ALL)
    const next = { dueAt: new Date(now() + 60_000), attempts: [], attempt: 3 }
    expect(await open().waitForRetry(sleeper!, { ...next, attempt: 2 })).toBe(false)
    expect(await open().waitForRetry(heir!, next)).toBe(true)
    expect(await open().waitForRetry(heir!, next)).toBe(false)
    laterMs += 60_001
    expect(await open().claim(lane, ALL)).toMatchObject([{ attempt: 3, isUncertain: true }])
  })

  it('are the same attempt still when they are given back', async () => {
    await added()
    const [held] = await open().claim(lane, ALL)
    await open().release(held!)
    laterMs += 1000
    expect(await open().claim(lane, ALL)).toMatchObject([{ attempt: 1, isUncertain: false }])
  })

  it('are the same attempt still where the answer to their claim was lost, as soon as that is given back', async () => {
    await added()
    const { store, lose } = losingAnswers(platform.store)
    const here = open('a#1', store)
    for (const method of ['updateMany', 'find']) {
      // What is found first are the candidates of the claim.
      let left = method === 'find' ? 2 : 1
      lose(call => call.method === method && --left === 0)
      await expect(here.claim(lane, ALL)).rejects.toThrow('was lost')
      expect(await here.claim(lane, ALL)).toEqual([])
      laterMs += 1000
      const [held] = await here.claim(lane, ALL)
      expect(held).toMatchObject({ attempt: 1, isUncertain: false })
      await here.release(held!)
      laterMs += 1000
    }
  })

  it('are given back before anything else is claimed, where the store was away when they should have been', async () => {
    await added()
    const { store, lose } = losingAnswers(platform.store)
    const here = open('a#1', store)
    const [held] = await here.claim(lane, ALL)
    lose(({ method }) => method === 'bulkWrite')
    await here.release(held!)
    await expect(here.claim(lane, ALL)).rejects.toThrow('was lost')
    lose(() => false)
    laterMs += LEASE_MS + 1
    expect(await here.claim(lane, ALL)).toMatchObject([{ attempt: 1, isUncertain: false }])
  })

  it('are removed by whoever holds them, and not by one who slept', async () => {
    const { _id } = await added()
    const [sleeper] = await open().claim(lane, ALL)
    laterMs += LEASE_MS + 1
    const [heir] = await open().claim(lane, ALL)
    await open().remove(sleeper!)
    expect(await open().has(_id)).toBe(true)
    await open().remove(heir!)
    expect(await open().has(_id)).toBe(false)
  })

  it('are claimed and kept for as long as ever by a machine that has slept and does not know the time yet', async () => {
    await added()
    behindMs = LEASE_MS + 1
    laterMs += LEASE_MS + 1
    const [held] = await open().claim(lane, ALL)
    expect(held).toBeDefined()
    expect(await open().claim(lane, ALL)).toEqual([])
    behindMs = LEASE_MS + 1
    laterMs += LEASE_MS + 1
    await open().renew(held!)
    behindMs = 0
    expect(await open().claim(lane, ALL)).toEqual([])
  })

  it('are as they were added first, whoever adds them again', async () => {
    const one = await added({ body: 'first' })
    await added({ _id: one._id, body: 'second' })
    expect(await open().claim(lane, ALL)).toMatchObject([{ body: 'first' }])
  })

  it('are told apart by webhook and target, in order, also by those who come back for more', async () => {
    const b = 'https://b.example.com:443'
    const a = 'https://a.example.com:443'
    const second = `${lane.webhookId}-2`
    for (const target of [b, a, a, b]) {
      await added({ target })
      await added({ target, webhookId: second })
    }
    const start = { webhookId: lane.webhookId, target: '' }
    const found = await open().lanes(start, 3)
    const rest = await open().lanes(found.at(-1)!, 1)
    expect([...found, ...rest]).toEqual([
      { webhookId: lane.webhookId, target: a },
      { webhookId: lane.webhookId, target: b },
      { webhookId: second, target: a },
      { webhookId: second, target: b },
    ])
  })

  it('go back at once where this version can not read them, are told of once, and are claimed at once by one that can', async () => {
    const one = await added({ dueAt: new Date(now() - 1_000) })
    const read = await makeNewer(one)
    const here = open()
    told.length = 0
    for (let round = 0; round < 20; round += 1) {
      expect(await here.claim(lane, ALL)).toEqual([])
      laterMs += 1_000
    }
    expect(told).toEqual([{ id: one._id, fields: ['reason'] }])
    expect(await rows().findOne({ _id: one._id })).toMatchObject({ token: null, claims: 0, body: 'b' })
    await read()
    expect(await open('newer#1').claim(lane, ALL)).toMatchObject([{ _id: one._id, attempt: 1, isUncertain: false }])
  })

  it('are not kept from their turn by more of those that can not be read than are remembered', async () => {
    const here = open()
    const newer = { ...lane, reason: 'of a newer version', dueAt: new Date(now() - 3_600_000), token: null, claims: 0 }
    const unreadable = Array.from({ length: 250 }, () => ({ ...newer, _id: randomUUID() }))
    await rows().insertMany(unreadable)
    const one = await added()
    const claimed: string[] = []
    for (let round = 0; round < 10; round += 1) {
      claimed.push(...(await here.claim(lane, ALL)).map(({ _id }) => _id))
      laterMs += 1_000
    }
    expect(claimed).toEqual([one._id])
    expect(await rows().count({ webhookId: lane.webhookId, token: null })).toBe(unreadable.length)
  })

  it('are due when they were where they can not be read and are claimed before their time', async () => {
    const dueAt = new Date(now() + 3_600_000)
    const one = await added({ dueAt, reason: 'retry' })
    await makeNewer(one)
    expect(await open().claim(lane, { limit: 100, isDue: false })).toEqual([])
    expect(await rows().findOne({ _id: one._id })).toMatchObject({ token: null, dueAt })
  })

  it('are given back by one command where many are at once, each as the same attempt', async () => {
    const { store, lose } = losingAnswers(platform.store)
    const here = open('a#1', store)
    for (let count = 0; count < 5; count += 1) await added()
    const held = await here.claim(lane, ALL)
    const asked: string[] = []
    lose(({ method }) => asked.push(method) === 0)
    await Promise.all(held.map(one => here.release(one, 'unwell')))
    expect(asked).toEqual(['bulkWrite'])
    laterMs += 1_000
    const again = await open().claim(lane, ALL)
    expect(again.map(({ attempt, reason }) => [attempt, reason])).toEqual(held.map(() => [1, 'unwell']))
  })

  it('are left to others where whoever holds them passes them over, as the same attempt', async () => {
    const one = await added()
    const here = open()
    const [held] = await here.claim(lane, ALL)
    await here.passOver(held!)
    laterMs += 1_000
    expect(await here.claim(lane, ALL)).toEqual([])
    expect(await open('newer#1').claim(lane, ALL)).toMatchObject([{ _id: one._id, attempt: 1, isUncertain: false }])
  })

  it('are in a lane that is found whatever stands before it in the store', async () => {
    const { webhookId } = lane
    await rows().insertMany([{ _id: randomUUID(), webhookId, dueAt: new Date(now()), token: null }])
    const second = `${webhookId}-2`
    const { target } = await added({ webhookId: second })
    const before = webhookId.slice(0, -1)
    expect(await open().lanes({ webhookId: before, target: '' }, 1)).toEqual([{ webhookId: second, target }])
  })

  it('may wait unrendered', async () => {
    const { _id } = await added({ body: undefined, isJson: null, target: '', reason: 'unreadable' })
    const [held] = await open().claim({ ...lane, target: '' }, ALL)
    expect(held).toMatchObject({ _id, reason: 'unreadable' })
    expect(held?.body).toBeUndefined()
  })

  it('are found by indexes alone, however many there are', async () => {
    const waiting = rows()
    const inLane = { ...lane, dueAt: { $lte: new Date() } }
    expect(await waiting.indexFor(inLane, { sort: { dueAt: 1 }, limit: 1 })).toBe('webhookId_1_target_1_dueAt_1')
    const nextLane = { webhookId: { $gt: lane.webhookId }, target: { $gte: '' } }
    expect(await waiting.indexFor(nextLane, { sort: { webhookId: 1, target: 1 }, limit: 1 })).toBe(
      'webhookId_1_target_1_dueAt_1',
    )
    const held = { webhookId: lane.webhookId, reason: 'held' }
    expect(await waiting.indexFor(held, { sort: { parkedAt: 1 }, limit: 1 })).toBe('webhookId_1_reason_1_parkedAt_1')
  })

  it('are counted where their webhook is held back, since the first of them', async () => {
    expect(await open().heldBack(lane.webhookId, 'held')).toBeUndefined()
    const since = now()
    await added({ reason: 'held' })
    laterMs += 5000
    await added({ reason: 'held' })
    await added({ reason: 'retry' })
    const held = await open().heldBack(lane.webhookId, 'held')
    expect(held?.waiting).toBe(2)
    expect(held!.since.getTime() - since).toBeLessThan(5000)
  })
})
