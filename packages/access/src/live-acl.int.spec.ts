import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type ChangeLog, createChangeLog } from '@sluice/change-log'
import { createInProcessSignals } from '@sluice/signals/in-process'
import type { Collection, Document, Store } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { createLiveAcl, judge, type LiveAcl, type RejectedPermission, supposedExchange } from './index.ts'

const db = 'live-acl'
const rejected: RejectedPermission[] = []
let folder: string
let store: Store
let changes: ChangeLog
let acl: LiveAcl

const permission = (_id: unknown, changed: Document = {}): Document => ({
  _id,
  roles: ['reader'],
  predicate: "path('/a')",
  ...changed,
})

const write = (id: string, work: (collection: Collection) => Promise<unknown>) =>
  changes.record('acl', id, transaction => work(transaction.collection({ db, collection: 'acl' })))

const permissionAt = (path: string): string | undefined => {
  const exchange = supposedExchange({ method: 'GET', path, queryString: '', headers: {}, caller: { id: 'ann' } })
  const judgement = judge(acl.current(), { exchange, principal: { id: 'ann', roles: ['reader'], isRoot: false } })
  return judgement.kind === 'allowed' ? judgement.permission?.id : undefined
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'live-acl-'))
  store = await openSqliteStore({ path: join(folder, 'store.db') })
  changes = createChangeLog({ store, signals: createInProcessSignals(), db, pollMs: 50 })
  await store
    .collection({ db, collection: 'acl' })
    .insertMany([permission('first'), permission('bad', { predicate: 'pth(a)' })])
  acl = await createLiveAcl({ store, changes, db, onRejected: one => rejected.push(one) })
  await changes.start()
})

afterAll(async () => {
  await changes.stop()
  await store.close()
})

describe('the live ACL', () => {
  it('has what was stored before, without what is no permission, and says once why', () => {
    expect(permissionAt('/a')).toBe('first')
    expect(acl.current().size).toBe(1)
    expect(rejected).toMatchObject([{ id: 'bad', errors: [{ path: 'predicate' }] }])
  })

  it('shows a recorded change when the recording has resolved', async () => {
    const unnoticed = { roles: ['reader'], predicate: "path('/b')" }
    const _id = await store.collection({ db, collection: 'acl' }).insertOne(unnoticed)
    expect(permissionAt('/b')).toBeUndefined()
    await write(`${_id}`, all => all.updateOne({ _id }, { $set: { priority: 1 } }))
    expect(permissionAt('/b')).toBe(`${_id}`)
    await write(`${_id}`, all => all.replaceOne({ _id }, permission(_id, { priority: 1 })))
    expect([permissionAt('/a'), permissionAt('/b')]).toEqual([`${_id}`, undefined])
    await write(`${_id}`, all => all.deleteOne({ _id }))
    expect(permissionAt('/a')).toBe('first')
  })

  it('drops a permission that has become invalid, lets nobody in by it, and takes it back when it is right', async () => {
    await write('first', all => all.updateOne({ _id: 'first' }, { $set: { roles: [] } }))
    expect(permissionAt('/a')).toBeUndefined()
    expect(rejected.at(-1)).toMatchObject({ id: 'first', errors: [{ path: 'roles' }] })
    await write('first', all => all.updateOne({ _id: 'first' }, { $set: { roles: ['reader'] } }))
    expect(permissionAt('/a')).toBe('first')
  })

  it('does not report the same fault twice', async () => {
    const before = rejected.length
    await write('bad', all => all.updateOne({ _id: 'bad' }, { $set: { description: 'still bad' } }))
    expect(rejected).toHaveLength(before)
    await write('bad', all => all.updateOne({ _id: 'bad' }, { $set: { predicate: 'path(' } }))
    expect(rejected).toHaveLength(before + 1)
  })

  it('swaps whole sets: one that was taken before stays as it was', async () => {
    const taken = acl.current()
    await write('late', all => all.insertOne(permission('late')))
    expect(taken.size).toBe(acl.current().size - 1)
  })
})
