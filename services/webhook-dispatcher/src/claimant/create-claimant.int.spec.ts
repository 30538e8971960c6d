import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { eventually, openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { documentClaimantStore } from '../adapters/document-claimant-store.ts'
import { createWaitingIndexes, documentWaitingStore } from '../adapters/document-waiting-store.ts'
import { SILENT_MS } from '../domain/execution/claimant.ts'
import { losingAnswers } from '../testing/losing-answers.ts'
import { createClaimant, type NamedClaimant } from './create-claimant.ts'

await describeOnStores('a name under which deliveries are claimed', openStore => {
  let platform: TestPlatform
  let name = ''
  /** Moves the clock of the store. */
  let laterMs = 0
  let running: NamedClaimant[] = []
  const now = () => new Date(Date.now() + laterMs)

  beforeAll(async () => {
    const store = await openStore()
    platform = await openTestPlatform(store ? { store } : {})
    await createWaitingIndexes(platform.store, platform.db)
  })
  afterAll(() => platform.close())
  beforeEach(() => {
    name = `host:8080-${randomUUID()}`
    laterMs = 0
  })
  afterEach(async () => {
    for (const claimant of running) await claimant.stop()
    running = []
  })

  const waitingOf = (claimant: () => string, store = platform.store) =>
    documentWaitingStore({
      ...platform,
      store,
      changes: { storeTime: () => now().getTime(), confirmTime: async () => {} },
      claimant,
    })

  function prepare({ isSole = false, store = platform.store } = {}) {
    const { db, logger } = platform
    const claimants = documentClaimantStore({ store, db })
    const confirmTime = async () => {}
    const waiting = waitingOf(() => name, store)
    const claimant = createClaimant({ name, isSole, claimants, waiting, now, confirmTime, logger })
    running.push(claimant)
    return claimant
  }

  async function start(options: Parameters<typeof prepare>[0] = {}) {
    const claimant = prepare(options)
    await claimant.start()
    return claimant
  }

  async function claimOne(claimant: NamedClaimant) {
    const lane = { webhookId: randomUUID(), target: 'https://a.example.com:443' }
    const waiting = waitingOf(claimant.id)
    await waiting.add({
      _id: randomUUID(),
      ...lane,
      versionFrom: 1,
      reason: 'full',
      dueAt: now(),
      body: 'b',
      isJson: true,
      attempt: 1,
      attempts: [],
      isUncertain: false,
      chain: [],
    })
    await waiting.claim(lane, { limit: 1, isDue: true })
    return { lane, claimAgain: () => waiting.claim(lane, { limit: 1, isDue: true }) }
  }

  it('is not taken from a process that lives: what it has claimed stays its own', async () => {
    const first = await start()
    const { claimAgain } = await claimOne(first)
    const second = await start()
    expect(await second.isOver(first.id())).toBe(false)
    expect(await first.isOver(second.id())).toBe(false)
    expect(await claimAgain()).toEqual([])
    expect([first, second].map(one => one.isCertain(one.id()))).toEqual([true, true])
  })

  it('is taken from one that has been silent for 8 s; whoever asks learns that its claims are over', async () => {
    const first = await start()
    const silent = first.id()
    const { claimAgain } = await claimOne(first)
    laterMs = SILENT_MS + 1
    const second = await start()
    expect(await second.isOver(silent)).toBe(true)
    expect((await second.taken)(silent)).toBe(true)
    expect((await second.taken)(second.id())).toBe(false)
    expect(await claimAgain()).toMatchObject([{ attempt: 2, isUncertain: true }])
    name = `another-${name}`
    expect(await (await start()).isOver(silent)).toBe(true)
  })

  it('makes whoever has lost it go on under an id that nobody has taken over', async () => {
    const first = await start()
    const silent = first.id()
    laterMs = SILENT_MS + 1
    const second = await start()
    await eventually(() => first.id() !== silent)
    expect(await second.isOver(first.id())).toBe(false)
    // What it had claimed before may be another one's by now.
    expect(first.isCertain(silent)).toBe(false)
    expect(await first.isStill(silent)).toBe(false)
    expect([first, second].map(one => one.isCertain(one.id()))).toEqual([true, true])
  })

  it('is not taken by a process from itself where the answer to its taking was lost', async () => {
    const answers = losingAnswers(platform.store)
    answers.lose(({ method }) => method === 'insertMany')
    const first = prepare({ store: answers.store })
    await expect(first.start()).rejects.toThrow('was lost')
    answers.lose(() => false)
    laterMs = SILENT_MS + 1
    await first.start()
    const { claimAgain } = await claimOne(first)
    expect((await first.taken)(first.id())).toBe(false)
    expect(await claimAgain()).toEqual([])
    name = `another-${name}`
    expect(await (await start()).isOver(first.id())).toBe(false)
  })

  it('ends the claims of its former life later where the store was away when it was taken', async () => {
    const first = await start()
    const { claimAgain } = await claimOne(first)
    await first.stop()
    const answers = losingAnswers(platform.store)
    answers.refuse(({ method }) => method === 'updateMany')
    const second = prepare({ store: answers.store })
    await expect(second.start()).rejects.toThrow('was not carried out')
    expect((await second.taken)(first.id())).toBe(true)
    answers.refuse(() => false)
    await second.start()
    await eventually(async () => (await claimAgain()).length === 1)
  })

  it('is free at once when its bearer has stopped by itself, or nobody else can bear it', async () => {
    const first = await start()
    const stopped = first.id()
    await first.stop()
    const second = await start()
    expect(await second.isOver(stopped)).toBe(true)
    const third = await start({ isSole: true })
    expect(await third.isOver(second.id())).toBe(true)
    expect(await third.isOver(stopped)).toBe(true)
  })
})
