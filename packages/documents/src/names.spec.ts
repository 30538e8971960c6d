import { describe, expect, it } from '@jest/globals'
import { ObjectId } from 'bson'
import { etagFilter, formatEtag, isSameEtag, readEtagCondition } from './etag.ts'
import { checkNewCollection, checkNewDatabase, isInternalCollection, protectedFields } from './names.ts'

describe('names', () => {
  it('keeps the collections of the service itself out of reach', () => {
    for (const collection of [
      'apiKeys',
      'auditTrail',
      'keyUsage',
      'webhooks',
      'plugins',
      'sessions',
      '_changes',
      'system.users',
      'webhookVersions',
      'webhookEvents20261121',
      'gqlAppVersions',
      'gqlAppDocuments',
    ]) {
      expect(isInternalCollection({ db: 'sluice', collection }, 'sluice')).toBe(true)
    }
    for (const collection of ['orders', 'systems', 'users', 'a_b', 'webhooked', 'gqlApp', 'gqlApps'])
      expect(isInternalCollection({ db: 'sluice', collection }, 'sluice')).toBe(false)
  })

  it('keeps fewer names out of reach in the databases beside the default one, and none that somebody may need', () => {
    for (const collection of ['_collections', 'system.users', 'a$b', 'apiKeys', 'webhookVersions', 'gqlAppVersions']) {
      expect(isInternalCollection({ db: 'shop', collection }, 'sluice')).toBe(true)
    }
    for (const collection of ['events', 'executions', 'webhooks', 'plugins', 'sessions']) {
      expect(isInternalCollection({ db: 'shop', collection }, 'sluice')).toBe(false)
    }
  })

  it('reserves a name where a path of the service would be hidden by it, and nowhere else', () => {
    const shared = { tier: 'shared', db: 'sluice' } as const
    const dedicated = { tier: 'dedicated', db: 'sluice' } as const
    for (const collection of ['users', 'docs', 'keys', 'token']) {
      expect(checkNewCollection({ db: 'sluice', collection }, shared)).toMatchObject({ code: 'BAD_PATH' })
      expect(checkNewCollection({ db: 'shop', collection }, dedicated)).toBeUndefined()
    }
    for (const collection of ['docs', 'keys', 'token', 'admin', 'console']) {
      expect(checkNewCollection({ db: 'sluice', collection }, dedicated)).toBeUndefined()
    }
    for (const collection of ['acl', 'users', 'gql-apps', 'events', 'webhooks', 'plugins', 'sessions']) {
      expect(checkNewCollection({ db: 'sluice', collection }, dedicated)).toMatchObject({ code: 'BAD_PATH' })
      expect(checkNewCollection({ db: 'shop', collection }, dedicated)).toBeUndefined()
    }
  })

  it('refuses reserved and malformed names where something is made', () => {
    const check = (collection: string) =>
      checkNewCollection({ db: 'sluice', collection }, { tier: 'shared', db: 'sluice' })
    for (const name of [
      'acl',
      'keys',
      'webhooks',
      'openapi.json',
      '',
      '_a',
      '.a',
      'a b',
      'a/b',
      'a$',
      'ä',
      'apiKeys',
    ]) {
      expect(check(name)).toMatchObject({ code: 'BAD_PATH' })
    }
    for (const name of ['orders', 'a.b-c_d', '2026']) expect(check(name)).toBeUndefined()
    for (const name of ['admin', 'keys', 'local', 'a.b', 'x'.repeat(39)]) {
      expect(checkNewDatabase(name)).toMatchObject({ code: 'BAD_PATH' })
    }
  })

  it('protects the passwords of the default database’s users alone', () => {
    expect(protectedFields({ db: 'sluice', collection: 'users' }, 'sluice')).toContain('password')
    expect(protectedFields({ db: 'shop', collection: 'users' }, 'sluice')).toEqual([])
  })
})

describe('ETags', () => {
  const id = new ObjectId('65a1b2c3d4e5f60718293a4b')

  it('match whatever is shown for If-Match, and exactly what is shown for If-None-Match', () => {
    const etag = formatEtag({ _etag: id }, 'abc')
    expect(etag).toBe('"65a1b2c3d4e5f60718293a4b.abc"')
    for (const header of [etag, id.toHexString(), `"x", "${id.toHexString()}"`]) {
      expect(etagFilter(readEtagCondition(header))).toEqual({ _etag: { $in: [id] } })
    }
    expect(etagFilter(readEtagCondition(`W/"${id.toHexString()}"`))).toEqual({ _etag: { $in: [] } })
    expect(etagFilter(readEtagCondition(`"none", "${id.toHexString()}"`))).toEqual({
      $or: [{ _etag: { $in: [id] } }, { _etag: { $not: { $type: 'objectId' } } }],
    })
    expect(isSameEtag(readEtagCondition(etag), etag)).toBe(true)
    expect(isSameEtag(readEtagCondition(`W/${etag}`), etag)).toBe(true)
    expect(isSameEtag(readEtagCondition(id.toHexString()), etag)).toBe(false)
    expect(isSameEtag(readEtagCondition('*'), etag)).toBe(true)
    expect(isSameEtag(undefined, etag)).toBe(false)
    expect(formatEtag({}, '')).toBeUndefined()
  })
})
