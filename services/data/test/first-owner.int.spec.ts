import { describe, expect, it } from '@jest/globals'
import { verify } from '@node-rs/argon2'
import { AUDIT_COLLECTION } from '@sluice/contracts'
import { createData } from '../src/create-data.ts'
import { startData } from '../src/testing/start-data.ts'

describe('the first owner', () => {
  it('is made once, with the password that was given, and left alone after that', async () => {
    const data = await startData()
    const users = data.platform.store.collection({ db: 'sluice', collection: 'users' })
    const owner = await users.findOne({ _id: 'admin' })
    expect(owner).toMatchObject({ roles: ['admin'] })
    expect(await verify(String(owner?.password), 'the first password')).toBe(true)
    const trail = data.platform.store.collection({ db: 'sluice', collection: AUDIT_COLLECTION })
    const line = { action: 'user.saved', subject: 'admin', actor: null, from: null, fields: ['password', 'roles'] }
    expect(await trail.find({})).toMatchObject([line])
    const told: string[] = []
    const start = async (name: string) => {
      const address = { socketPath: `${data.platform.directory}/${name}.sock` }
      const part = createData(data.platform, { address, onOwnerCreated: password => told.push(password) })
      await part.start()
      await part.stop(1_000)
    }
    await start('second')
    expect(told).toEqual([])
    await users.deleteMany({})
    await Promise.all([start('third'), start('fourth'), start('fifth')])
    expect(told).toHaveLength(1)
    expect(told[0]?.length).toBeGreaterThanOrEqual(20)
    const made = await users.find({})
    expect(made).toHaveLength(1)
    expect(await trail.find({})).toMatchObject([line, line])
    expect(await verify(String(made[0]?.password), told[0] ?? '')).toBe(true)
    await data.stop()
  })

  it('is not made up where nobody could be told the password: the start fails and says what to set', async () => {
    const data = await startData()
    await data.platform.store.collection({ db: 'sluice', collection: 'users' }).deleteMany({})
    const part = createData(data.platform, { address: { socketPath: `${data.platform.directory}/second.sock` } })
    await expect(part.start()).rejects.toThrow('SLUICE_ADMIN_PASSWORD')
    await data.stop()
  })
})
