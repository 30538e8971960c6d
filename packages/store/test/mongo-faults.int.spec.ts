import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { type Backend, isAbsent, startOwnBackend } from '@sluice/testkit/backends'
import { openMongoStore } from '../src/mongodb/index.ts'
import type { Collection, Store } from '../src/port.ts'

const describeHere = isAbsent('mongodb') ? describe.skip : describe

/** How an operation ended, and after how many milliseconds. */
async function timed(work: Promise<unknown>): Promise<{ outcome: string; ms: number }> {
  const startedAt = performance.now()
  const outcome = await work.then(
    () => 'done',
    (error: Error) => error.name,
  )
  return { outcome, ms: performance.now() - startedAt }
}

describeHere('a MongoDB server that fails', () => {
  let backend: Backend
  let store: Store
  let documents: Collection
  const warnings: string[] = []
  beforeEach(async () => {
    warnings.length = 0
    backend = await startOwnBackend('mongodb')
    store = await openMongoStore({ uri: backend.address, onWarning: message => warnings.push(message) })
    documents = store.collection({ db: 'faults', collection: 'c' })
  }, 600_000)
  afterEach(async () => {
    await store?.close()
    await backend?.stop()
  })

  const isWell = async () => (await documents.count({}).catch(() => -1)) >= 0

  it('killed: every operation ends within 3 s as unavailable, and the store is well within 5 s of its return', async () => {
    await documents.insertOne({ _id: 0 })
    await backend.kill()
    const operations = [
      timed(documents.find({})),
      timed(documents.insertOne({ _id: 1 })),
      timed(documents.updateMany({}, { $set: { a: 1 } })),
      timed(documents.findOne({}, { linearizable: true, maxTimeMs: 10_000 })),
      timed(store.transaction(({ collection }) => collection({ db: 'faults', collection: 'c' }).insertOne({}))),
      timed(store.now()),
    ]
    for (const { outcome, ms } of await Promise.all(operations)) {
      expect(outcome).toBe('StoreUnavailableError')
      expect(ms).toBeLessThan(3000)
    }
    await eventually(() => warnings.length === 1)
    await backend.restart()
    const returned = performance.now()
    await eventually(isWell, { timeoutMs: 5000 })
    expect(performance.now() - returned).toBeLessThan(5000)
    expect(await documents.findOne({ _id: 0 })).toEqual({ _id: 0 })
    await eventually(() => warnings.length === 2)
    expect(warnings).toEqual([expect.stringContaining('does not answer'), expect.stringContaining('answers again')])
  }, 60_000)

  it('killed under 20 writers: every acknowledged write is there afterwards, and the others failed by name', async () => {
    const acknowledged: number[] = []
    const errors = new Set<string>()
    let isStopped = false
    let next = 0
    const write = async () => {
      while (!isStopped) {
        const _id = next
        next += 1
        await documents.insertOne({ _id }).then(
          () => acknowledged.push(_id),
          (error: Error) => errors.add(error.name),
        )
      }
    }
    const writers = Array.from({ length: 20 }, write)
    try {
      await eventually(() => acknowledged.length > 300)
      await backend.kill()
      const before = acknowledged.length
      await backend.restart()
      await eventually(() => acknowledged.length > before + 100, { timeoutMs: 15_000 })
    } finally {
      isStopped = true
    }
    await Promise.all(writers)
    const there = new Set((await documents.find({})).map(({ _id }) => _id))
    expect(acknowledged.filter(_id => !there.has(_id))).toEqual([])
    for (const name of errors) expect(['StoreUnavailableError', 'DuplicateKeyError']).toContain(name)
  }, 60_000)

  it('killed inside a scan and a transaction: both end by name, and the transaction leaves nothing', async () => {
    await documents.insertMany(Array.from({ length: 500 }, (_, _id) => ({ _id })))
    const scan = async () => {
      for await (const batch of documents.scan({}, { batchSize: 10 })) if (batch[0]?._id === 10) await backend.kill()
    }
    expect((await timed(scan())).outcome).toBe('StoreUnavailableError')
    await backend.restart()
    await eventually(isWell)
    const work = store.transaction(async ({ collection }) => {
      await collection({ db: 'faults', collection: 'c' }).insertOne({ _id: 'in vain' })
      await backend.kill()
      await collection({ db: 'faults', collection: 'c' }).insertOne({ _id: 'in vain too' })
    })
    expect((await timed(work)).outcome).toBe('StoreUnavailableError')
    await backend.restart()
    await eventually(isWell)
    expect(await documents.count({ _id: { $type: 'string' } })).toBe(0)
  }, 60_000)

  it('frozen: nothing hangs, a read keeps its limit, and the store is well again after it thaws', async () => {
    backend.freeze()
    // Some of its threads may still answer for a moment.
    await eventually(async () => (await timed(documents.findOne({}, { maxTimeMs: 50 }))).outcome !== 'done')
    const poll = timed(documents.findOne({}, { linearizable: true, maxTimeMs: 1500 }))
    const write = timed(documents.insertOne({ _id: 'w' }))
    const transaction = timed(
      store.transaction(({ collection }) => collection({ db: 'faults', collection: 'c' }).find({})),
    )
    expect(await poll).toMatchObject({ outcome: expect.stringMatching(/^Store(Timeout|Unavailable)Error$/) })
    expect((await poll).ms).toBeLessThan(2000)
    expect(await write).toMatchObject({ outcome: 'StoreUnavailableError' })
    expect((await write).ms).toBeLessThan(8000)
    expect(await transaction).toMatchObject({ outcome: expect.stringMatching(/^Store(Timeout|Unavailable)Error$/) })
    expect((await transaction).ms).toBeLessThan(8000)
    backend.thaw()
    await eventually(isWell, { timeoutMs: 5000 })
    await documents.insertOne({ _id: 'after' })
  }, 60_000)

  it('absent at the start is said, with where it was looked for; there again, it opens', async () => {
    await backend.kill()
    const refusal = { name: 'StoreOpenError', message: expect.stringContaining('Check that it runs') }
    await expect(openMongoStore({ uri: backend.address, openTimeoutMs: 3000 })).rejects.toMatchObject(refusal)
    const opening = openMongoStore({ uri: backend.address })
    await backend.restart()
    await (await opening).close()
  }, 60_000)
})
