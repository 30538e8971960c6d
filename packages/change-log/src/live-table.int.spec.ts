import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { eventually, openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { createLiveTable, type TableChange } from './index.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await openTestPlatform()
})
afterEach(() => platform.close())

const users = () => platform.store.collection({ db: platform.db, collection: 'people' })

function openTable(onChange?: (change: TableChange<Document>) => void) {
  return createLiveTable<Document>({
    changes: platform.changes,
    topic: 'users',
    load: async () => (await users().find({})).map(user => [String(user._id), user] as const),
    loadOne: id => users().findOne({ _id: id }),
    onChange,
  })
}

const put = (id: string, name: string) =>
  platform.changes.record('users', id, async ({ collection }) => {
    const people = collection({ db: platform.db, collection: 'people' })
    await people.replaceOne({ _id: id }, { _id: id, name }, { upsert: true })
  })

const remove = (id: string) =>
  platform.changes.record('users', id, async ({ collection }) => {
    await collection({ db: platform.db, collection: 'people' }).deleteOne({ _id: id })
  })

describe('a live table', () => {
  it('holds what is stored when it opens, and every recorded change before `record` resolves', async () => {
    await users().insertOne({ _id: 'ann', name: 'Ann' })
    const table = await openTable()
    expect([...table.values()]).toEqual([{ _id: 'ann', name: 'Ann' }])
    await put('bob', 'Bob')
    await put('ann', 'Anna')
    expect([table.get('ann')?.name, table.get('bob')?.name, table.size]).toEqual(['Anna', 'Bob', 2])
    await remove('ann')
    expect([table.get('ann'), table.size]).toEqual([undefined, 1])
  })

  describe('that comes in sets', () => {
    const db = () => platform.db
    const writeSet = (value: number) =>
      platform.changes.recordSet('users', async ({ collection }) => {
        const people = collection({ db: db(), collection: 'people' })
        for (const _id of ['a', 'b', 'c']) await people.replaceOne({ _id }, { _id, value }, { upsert: true })
      })

    /** Every state that the table has shown, as the values in it. */
    async function openSets(between: { read(): Promise<void> }) {
      const shown: unknown[][] = []
      const held = new Map<string, unknown>()
      await createLiveTable<Document>({
        changes: platform.changes,
        topic: 'users',
        comesInSets: true,
        async load() {
          const first = await users().find({ _id: 'a' })
          await between.read()
          const others = await users().find({ _id: { $ne: 'a' } })
          return [...first, ...others].map(user => [String(user._id), user] as const)
        },
        async loadOne(id) {
          await between.read()
          return users().findOne({ _id: id })
        },
        onChange(change) {
          if (change.kind === 'reloaded') for (const [id, user] of change.entries) held.set(id, user.value)
          else held.set(change.id, change.after?.value)
          shown.push([...held.values()])
        },
      })
      return shown
    }

    it('shows all of a set or nothing, though it is written while the table reads', async () => {
      await writeSet(0)
      const values = [1, 2]
      const writes: Promise<unknown>[] = []
      const shown = await openSets({
        async read() {
          const value = values.shift()
          if (value === undefined) return
          writes.push(writeSet(value))
          await eventually(async () => (await users().findOne({ _id: 'c' }))?.value === value)
        },
      })
      await Promise.all(writes)
      values.push(3)
      await platform.changes.record('users', 'a', async ({ collection }) => {
        await collection({ db: db(), collection: 'people' }).updateOne({ _id: 'a' }, { $set: { isTouched: true } })
      })
      await Promise.all(writes)
      for (const one of shown) expect(new Set(one).size).toBeLessThanOrEqual(1)
      expect(shown.at(-1)).toEqual([3, 3, 3])
    })

    it('has one sequence, and no entry by which a part of it could be read', async () => {
      const before = platform.changes.polled()?.positions.users ?? 0
      const written = await writeSet(5)
      expect(written).toMatchObject({ kind: 'committed', sequence: before + 1 })
      const entries = platform.store.collection({ db: db(), collection: '_changes' })
      expect(await entries.count({ topic: 'users' })).toBe(0)
    })
  })

  it('keeps the same object for what has not changed', async () => {
    const table = await openTable()
    await put('ann', 'Ann')
    const before = table.get('ann')
    await put('bob', 'Bob')
    expect(table.get('ann')).toBe(before)
  })

  it('tells each change with what was there before, for indexes of its user', async () => {
    const changes: unknown[] = []
    await openTable(change => changes.push(change.kind === 'reloaded' ? change.entries.size : change))
    await put('ann', 'Ann')
    await put('ann', 'Anna')
    await remove('ann')
    await remove('ann')
    const ann = { _id: 'ann', name: 'Ann' }
    const anna = { _id: 'ann', name: 'Anna' }
    expect(changes).toEqual([
      0,
      { kind: 'changed', id: 'ann', before: undefined, after: ann },
      { kind: 'changed', id: 'ann', before: ann, after: anna },
      { kind: 'changed', id: 'ann', before: anna, after: undefined },
    ])
  })

  it('tells the same change again when its user could not take it', async () => {
    const seen: TableChange<Document>[] = []
    let isBroken = true
    const table = await openTable(change => {
      seen.push(change)
      if (change.kind === 'reloaded' || !isBroken) return
      isBroken = false
      throw new TypeError('boom')
    })
    await put('ann', 'Ann')
    expect(seen[2]).toEqual(seen[1])
    expect(table.get('ann')).toEqual({ _id: 'ann', name: 'Ann' })
  })
})
