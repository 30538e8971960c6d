import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verify } from '@node-rs/argon2'
import { createChangeLog } from '@sluice/change-log'
import { type ProcessPart, secret } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { createSignedClient, type SignedClient } from '@sluice/testkit'
import { createData, type DataSettings } from '../src/create-data.ts'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'
import { startData, type TestData } from '../src/testing/start-data.ts'

const PASSWORD = 'the password of somebody'
const owner = { password: PASSWORD, roles: ['admin'] }
const BCRYPT = `$2b$10$${'a'.repeat(53)}`

describeOnEachStore('the last owner', {}, data => {
  const users = () => data().platform.store.collection({ db: 'sluice', collection: 'users' })
  const patch = (id: string, body: object) => data().request('PATCH', `/users/${id}`, { body })

  beforeEach(async () => {
    await users().deleteMany({ _id: { $ne: 'admin' } })
    await users().updateOne({ _id: 'admin' }, { $set: { roles: ['admin'] }, $unset: { disabled: true } })
  })

  const ways: [way: string, method: string, body: object | undefined][] = [
    ['disabling', 'PATCH', { disabled: true }],
    ['an operator that disables', 'PATCH', { $set: { disabled: true } }],
    ['taking the role', 'PATCH', { roles: ['reader'] }],
    ['an operator that takes the role', 'PATCH', { $pull: { roles: 'admin' } }],
    ['replacing without the role', 'PUT', { roles: [] }],
    ['replacing by a disabled one', 'PUT', { roles: ['admin'], disabled: true }],
    ['deleting', 'DELETE', undefined],
  ]
  it.each(ways)('is not lost by %s: 409 says what to do', async (_way, method, body) => {
    const before = await users().findOne({ _id: 'admin' })
    const answer = await data().request(method, '/users/admin', { body })
    expect(answer).toMatchObject({ status: 409, json: { code: 'CONFLICT' } })
    expect(answer.text).toContain('Give the role to another enabled user first')
    expect(await users().findOne({ _id: 'admin' })).toEqual(before)
  })

  const stillborn: [what: string, user: Document][] = [
    ['who is disabled', { password: BCRYPT, roles: ['admin'], disabled: true }],
    ['without a password', { roles: ['admin'] }],
    ['whose password nobody can verify', { password: 'plain', roles: ['admin'] }],
    ['whose record sign-in can not read', { password: BCRYPT, roles: ['admin', 7] }],
    ['without the role', { password: BCRYPT, roles: ['reader'] }],
  ]
  it.each(stillborn)('is not replaced by somebody %s', async (_what, user) => {
    await users().insertOne({ _id: 'other', ...user })
    expect((await patch('admin', { disabled: true })).status).toBe(409)
  })

  it('may go when another one can sign in, and not the other one then', async () => {
    await data().request('POST', '/users', { body: { _id: 'other', ...owner } })
    expect((await patch('admin', { disabled: true })).status).toBe(200)
    expect((await data().request('DELETE', '/users/other')).status).toBe(409)
    expect((await patch('other', { team: 'x' })).status).toBe(200)
    expect((await patch('admin', { disabled: false })).status).toBe(200)
    expect((await data().request('DELETE', '/users/other')).status).toBe(204)
  })

  it('does not hold up writes where there was none before', async () => {
    await users().updateOne({ _id: 'admin' }, { $set: { disabled: true } })
    expect((await patch('admin', { team: 'x' })).status).toBe(200)
    expect((await patch('admin', { disabled: false })).status).toBe(200)
  })

  describe('of two, whom two processes write at once', () => {
    let second: SignedClient
    let stop = async () => {}

    beforeAll(async () => {
      const { platform } = data()
      const changes = createChangeLog({ store: platform.store, signals: platform.signals, db: platform.db })
      await changes.start()
      const address = { socketPath: join(platform.directory, 'second.sock') }
      const part = createData({ ...platform, changes }, { address })
      await part.start()
      second = createSignedClient({ platform, upstream: 'data', address })
      stop = async () => {
        await part.stop(1_000)
        await changes.stop()
      }
    })
    afterAll(() => stop())

    it('stays: exactly one of the two writes passes, whichever', async () => {
      for (let round = 0; round < 5; round += 1) {
        await users().deleteMany({ _id: { $ne: 'admin' } })
        await users().updateOne({ _id: 'admin' }, { $unset: { disabled: true } })
        expect((await data().request('POST', '/users', { body: { _id: 'other', ...owner } })).status).toBe(201)
        const statuses = await Promise.all([
          data()
            .request('PATCH', '/users/admin', { body: { disabled: true } })
            .then(({ status }) => status),
          second.request('PATCH', '/users/other', { body: { roles: [] } }).then(({ status }) => status),
        ])
        expect(statuses.toSorted()).toEqual([200, 409])
      }
    })
  })
})

describe('an owner who is restored at a start', () => {
  let data: TestData
  let parts: ProcessPart[]
  const users = () => data.platform.store.collection({ db: 'sluice', collection: 'users' })
  const logged = () => readFileSync(join(data.platform.directory, 'test.log'), 'utf8')

  beforeEach(async () => {
    data = await startData()
    parts = []
  })
  afterEach(() => data.stop())

  async function start(settings: Partial<DataSettings>): Promise<void> {
    const address = { socketPath: join(data.platform.directory, `again-${parts.length}.sock`) }
    const part = createData(data.platform, { address, ...settings })
    await part.start()
    parts.push(part)
    await part.stop(1_000)
  }
  const restore = (password = PASSWORD) => start({ restoresOwner: true, firstOwnerPassword: secret(password) })

  const fates: [fate: string, update: Document | undefined][] = [
    ['was disabled', { $set: { disabled: true } }],
    ['lost the role', { $set: { roles: ['reader'] } }],
    ['has roles that are none', { $set: { roles: 'admin' } }],
    ['has a password that nobody knows', { $set: { team: 'x' } }],
    ['has no password', { $unset: { password: true } }],
    ['is not there', undefined],
  ]
  it.each(fates)('is enabled, has the role and the given password where that user %s', async (_fate, update) => {
    await users().insertMany(
      Array.from({ length: 2_000 }, (_, at) => ({ _id: `u${at}`, password: BCRYPT, roles: ['x'] })),
    )
    await users().insertOne({ _id: 'other', password: BCRYPT, roles: ['admin'] })
    if (update) await users().updateOne({ _id: 'admin' }, update)
    else await users().deleteOne({ _id: 'admin' })
    await restore()
    const made = await users().findOne({ _id: 'admin' })
    expect(made).toMatchObject({ roles: expect.arrayContaining(['admin']), _etag: expect.anything() })
    expect(made).not.toHaveProperty('disabled')
    expect(await verify(String(made?.password), PASSWORD)).toBe(true)
    expect(logged()).toContain('owner.restored')
    expect(logged()).not.toContain(PASSWORD)
  })

  it('is left as it is by a second start with the same password, and every process hears of the first', async () => {
    const heard: string[] = []
    await data.platform.changes.follow({
      topic: 'users',
      reload: async () => undefined,
      apply: async id => void heard.push(id),
    })
    await restore()
    const first = await users().findOne({ _id: 'admin' })
    await restore()
    expect(await users().findOne({ _id: 'admin' })).toEqual(first)
    expect(heard).toEqual(['admin'])
  })

  it('keeps what else is known of that user, and no key that a removed one has left', async () => {
    const keys = data.platform.store.collection({ db: 'sluice', collection: 'apiKeys' })
    await keys.insertOne({ _id: 'k', user: 'admin' })
    await users().updateOne({ _id: 'admin' }, { $set: { team: 'x', roles: ['reader'] } })
    await restore()
    expect(await users().findOne({ _id: 'admin' })).toMatchObject({ team: 'x', roles: ['reader', 'admin'] })
    expect(await keys.count({})).toBe(1)
    await users().deleteOne({ _id: 'admin' })
    await restore()
    expect(await keys.count({})).toBe(0)
  })

  it('gets a password that is told once, where one can be told', async () => {
    const told: string[] = []
    await start({ restoresOwner: true, onOwnerCreated: password => told.push(password) })
    expect(told).toHaveLength(1)
    expect(await verify(String((await users().findOne({ _id: 'admin' }))?.password), told[0] ?? '')).toBe(true)
  })

  it('needs a password: the start fails and says what to set', async () => {
    await expect(start({ restoresOwner: true })).rejects.toThrow('Set SLUICE_ADMIN_PASSWORD too')
  })
})

describe('a start where no owner can sign in', () => {
  let data: TestData
  const users = () => data.platform.store.collection({ db: 'sluice', collection: 'users' })

  beforeEach(async () => {
    data = await startData()
    await users().updateOne({ _id: 'admin' }, { $set: { disabled: true } })
  })
  afterEach(() => data.stop())

  async function start(settings: Partial<DataSettings>): Promise<void> {
    const part = createData(data.platform, {
      address: { socketPath: `${data.platform.directory}/b.sock` },
      ...settings,
    })
    await part.start()
    await part.stop(1_000)
  }

  it('makes "admin" one with the password that is given', async () => {
    await start({ firstOwnerPassword: secret(PASSWORD) })
    const made = await users().findOne({ _id: 'admin' })
    expect(made).not.toHaveProperty('disabled')
    expect(await verify(String(made?.password), PASSWORD)).toBe(true)
  })

  it('goes on without one, and says in the log what to do', async () => {
    await start({})
    expect(await users().findOne({ _id: 'admin' })).toMatchObject({ disabled: true })
    expect(readFileSync(join(data.platform.directory, 'test.log'), 'utf8')).toContain('SLUICE_RESTORE_OWNER=1')
  })
})
