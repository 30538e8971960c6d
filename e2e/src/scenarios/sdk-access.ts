import { describe, expect, it } from '@jest/globals'
import { createSluice, type SluiceClient, type SluiceSignIn } from '@sluice/sdk'
import { checkedFetch } from '../http-client.ts'
import { AMELIA } from './small-world.ts'

const HOLDER = { _id: 'sdk-holder', password: 'a password of the holder', roles: ['crew'] }

/** What the SDK says of keys, sessions, users, permissions and plugins. */
export function describeSdkAccess(owner: () => SluiceClient): void {
  const open = clientsBeside(owner)
  const signedIn = (user: string, password: string) => open({ user, password })

  describe('keys', () => {
    it('are issued, listed, rotated, used and revoked by their holder', async () => {
      const amelia = signedIn(AMELIA.name, AMELIA.password)
      expect(await amelia.keys.policy()).toMatchObject({ canIssue: true })
      const issued = await amelia.keys.issue({ name: 'by the SDK', roles: ['flight-reader'] })
      expect(await amelia.withKey(issued.key).whoami()).toMatchObject({ id: AMELIA.name, via: 'key' })
      expect((await Array.fromAsync(amelia.keys.list())).map(({ _id }) => _id)).toContain(issued._id)
      const rotated = await amelia.keys.rotate(issued._id, { graceSeconds: 0 })
      await expect(amelia.withKey(issued.key).whoami()).rejects.toMatchObject({ code: 'INVALID_KEY' })
      await amelia.keys.leaked(rotated.key)
      await expect(amelia.withKey(rotated.key).whoami()).rejects.toMatchObject({ code: 'INVALID_KEY' })
    })

    it('of all users are found, counted and revoked by the owner', async () => {
      const amelia = signedIn(AMELIA.name, AMELIA.password)
      const { _id } = await amelia.keys.issue({ name: 'by the SDK', roles: [] })
      const { admin } = owner()
      expect((await Array.fromAsync(admin.keys.list({ user: AMELIA.name }))).map(key => key._id)).toContain(_id)
      expect(await admin.keys.usage(_id)).toMatchObject({ days: [] })
      expect(await amelia.keys.usage(_id)).toMatchObject({ days: [] })
      expect(await admin.keys.revokeMany({ user: 'nobody', dryRun: true })).toMatchObject({ matched: 0, revoked: 0 })
      await admin.keys.revoke(_id)
      const page = await admin.audit({ key: _id }).page()
      expect(page.items.map(({ action }) => action)).toEqual(['key.revoked', 'key.issued'])
      await expect(amelia.keys.revoke(_id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describeSdkPeople(owner)

  describe('sessions and plugins', () => {
    it('begin, are used and end', async () => {
      const { access_token: session } = await signedIn(AMELIA.name, AMELIA.password).token.create()
      const client = open({ session })
      expect(await client.whoami()).toMatchObject({ via: 'session' })
      await client.token.end()
      await expect(client.whoami()).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
    })

    it('are listed, and take their steps', async () => {
      const { plugins } = owner()
      expect(await plugins.step('webhooks', 'enable', { dryRun: true })).toMatchObject({ state: 'enabled' })
      expect(await plugins.step('webhooks', 'enable')).toMatchObject({ id: 'webhooks', state: 'enabled' })
      expect((await plugins.list()).map(({ id }) => id).sort()).toEqual(['api-keys', 'webhooks'])
    })
  })
}

/** What the SDK says of users and permissions, which stand behind a database in the dedicated tier. */
export function describeSdkPeople(owner: () => SluiceClient): void {
  const open = clientsBeside(owner)
  const signedIn = (user: string, password: string) => open({ user, password })

  describe('users and permissions', () => {
    it('are made, read, changed and deleted', async () => {
      const { users, permissions, access } = owner()
      await users.create(HOLDER)
      expect((await users.get(HOLDER._id)).document).toMatchObject({ roles: ['crew'] })
      await users.patch(HOLDER._id, { town: 'Basel' })
      expect((await Array.fromAsync(users.list())).map(({ _id }) => _id)).toContain(HOLDER._id)
      const holder = signedIn(HOLDER._id, HOLDER.password)
      await expect(holder.plugins.list()).rejects.toMatchObject({ code: 'FORBIDDEN' })

      await permissions.create({ _id: 'sdk-plugins', roles: ['crew'], predicate: "path('/plugins')", priority: 5 })
      const request = { user: HOLDER._id, method: 'GET', path: '/plugins' }
      expect(await access.explain(request)).toMatchObject({ allowed: true, permission: 'sdk-plugins' })
      expect(await permissions.count({ _id: 'sdk-plugins' })).toBe(1)
      const permission = { roles: ['crew'], predicate: "path('/plugins') and", priority: 5 }
      expect(await access.check({ permission })).toMatchObject({ valid: false, errors: [{ path: 'predicate' }] })
      const ignored = await Array.fromAsync(permissions.ignored())
      expect(ignored.map(({ _id }) => _id)).not.toContain('sdk-plugins')
      const changes = { delete: [{ id: 'sdk-plugins' }] }
      expect(await permissions.change(changes, { dryRun: true })).toMatchObject({ deleted: ['sdk-plugins'] })
      expect(await holder.access.may([{ method: 'GET', path: '/plugins' }])).toMatchObject([{ allowed: true }])
      expect(await permissions.change(changes)).toMatchObject({ put: [], deleted: ['sdk-plugins'] })
      const renewed = 'another password of the holder'
      await holder.token.changePassword({ current: HOLDER.password, new: renewed })
      expect(await signedIn(HOLDER._id, renewed).whoami()).toMatchObject({ id: HOLDER._id })
      expect(await owner().admin.about()).toMatchObject({ service: { id: expect.any(String) } })
      expect(await owner().admin.processes()).toBeDefined()
      await users.delete(HOLDER._id)
    })
  })
}

/** Opens other clients at the same place. */
const clientsBeside = (owner: () => SluiceClient) => (signIn: SluiceSignIn) => {
  const url = urlOf(owner())
  return createSluice({ ...signIn, url, fetch: checkedFetch(url) })
}

const urlOf = (client: SluiceClient): string => JSON.parse(JSON.stringify(client)).url
