import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { verify } from '@node-rs/argon2'
import { AUDIT_COLLECTION } from '@sluice/contracts'
import { type Follow, type ProcessPart, type Secret, secret } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { createData } from '../src/create-data.ts'
import { startData, type TestData } from '../src/testing/start-data.ts'

const FIRST = 'the first password'
const NEXT = 'the next password'

/** What a process tells of its file. */
type Tell = Parameters<Follow<Secret | undefined>>[0]

describe("the owner's password in a file", () => {
  let data: TestData
  let parts: ProcessPart[]

  beforeEach(async () => {
    data = await startData()
    parts = []
  })
  afterEach(async () => {
    for (const part of parts) await part.stop(1_000)
    await data.stop()
  })

  async function follow(name: string): Promise<(before: string, after: string) => void> {
    const followed = Promise.withResolvers<Tell>()
    const part = createData(data.platform, {
      address: { socketPath: `${data.platform.directory}/${name}.sock` },
      firstOwnerPassword: secret(FIRST),
      followOwnerPassword: tell => followed.resolve(tell),
    })
    await part.start()
    parts.push(part)
    const tell = await followed.promise
    return (before, after) => tell({ before: secret(before), after: secret(after) })
  }

  const users = () => data.platform.store.collection({ db: 'sluice', collection: 'users' })
  const stored = async () => String((await users().findOne({ _id: 'admin' }))?.password)
  const logged = () => readFileSync(join(data.platform.directory, 'test.log'), 'utf8')

  it('replaces the one that stood there before, which is wrong then, and every gateway hears of it', async () => {
    const told: string[] = []
    const apply = async (id: string) => void told.push(id)
    await data.platform.changes.follow({ topic: 'users', reload: async () => {}, apply })
    const replace = await follow('second')
    replace(FIRST, NEXT)
    await eventually(async () => verify(await stored(), NEXT))
    expect(await verify(await stored(), FIRST)).toBe(false)
    await eventually(() => told.includes('admin'))
    expect(logged()).toContain('owner-password.replaced')
    const trail = data.platform.store.collection({ db: 'sluice', collection: AUDIT_COLLECTION })
    const lines = await trail.find({}, { sort: { _id: 1 } })
    expect(lines.at(-1)).toMatchObject({ action: 'user.saved', subject: 'admin', actor: null, fields: ['password'] })
    for (const text of [FIRST, NEXT]) expect(logged()).not.toContain(text)
  })

  it('is written once where several processes see it, one change after the other', async () => {
    const all = [await follow('second'), await follow('third')]
    for (const replace of all) replace(FIRST, NEXT)
    for (const replace of all) replace(NEXT, 'the last password')
    await eventually(async () => verify(await stored(), 'the last password'))
    for (const part of parts.splice(0)) await part.stop(1_000)
    expect(await verify(await stored(), 'the last password')).toBe(true)
  })

  it('leaves a password alone that the owner has chosen since, and says so', async () => {
    await data.request('PATCH', '/users/admin', { body: { password: 'a choice of mine' } })
    const replace = await follow('second')
    replace(FIRST, NEXT)
    await eventually(() => logged().includes('owner-password.not-replaced'))
    expect(await verify(await stored(), 'a choice of mine')).toBe(true)
  })
})
