import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { hash } from '@node-rs/bcrypt'
import { basic, bearer } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const COST = 4

describe('a user who was imported with a bcrypt hash', () => {
  let gateway: RunningGateway

  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())

  const passwordOf = async (id: string) =>
    String(
      (await gateway.platform.store.collection({ db: 'sluice', collection: 'users' }).findOne({ _id: id }))?.password,
    )
  const signIn = async (id: string, password: string) =>
    (await gateway.call('GET /whoami', { headers: basic(id, password) })).status

  it.each(['2a', '2b', '2y'])('signs in with it in the form %s, and has a hash of ours from then on', async version => {
    const stored = (await hash('old password', COST)).replace('$2b$', `$${version}$`)
    await gateway.write.user(version, ['reader'], { password: stored, team: 'red' })
    expect(await signIn(version, 'wrong')).toBe(401)
    expect(await passwordOf(version)).toBe(stored)
    expect(await signIn(version, 'old password')).toBe(200)
    expect(await passwordOf(version)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await signIn(version, 'old password')).toBe(200)
    expect(await signIn(version, 'wrong')).toBe(401)
    const users = gateway.platform.store.collection({ db: 'sluice', collection: 'users' })
    expect(await users.findOne({ _id: version })).toMatchObject({ roles: ['reader'], team: 'red' })
  })

  it('keeps a session that began with the first sign-in', async () => {
    await gateway.write.user('ses', ['reader'], { password: await hash('old password', COST) })
    const begun = await gateway.call('POST /token', { headers: basic('ses', 'old password') })
    const headers = bearer(String(begun.json().access_token))
    expect((await gateway.call('GET /whoami', { headers })).status).toBe(200)
  })

  it('keeps the hash when the password is longer than what bcrypt has read', async () => {
    const password = 'x'.repeat(73)
    await gateway.write.user('long', ['reader'], { password: await hash(password, COST) })
    expect(await signIn('long', password)).toBe(200)
    expect(await passwordOf('long')).toMatch(/^\$2b\$/)
  })
})
