import { describe, expect, it } from '@jest/globals'
import { type Grant, type KeyPolicy, type RoleName, roleName } from '@sluice/contracts'
import fc from 'fast-check'
import { decideIssue, openIssuing } from './decide-issue.ts'

const role = (name: string): RoleName => roleName.parse(name)
const limits = { isPluginEnabled: true, maxDays: 365, keysPerUser: 10 }
const policy = (extra: Partial<KeyPolicy> = {}): KeyPolicy => ({ roles: [role('reader'), role('writer')], ...extra })
const permission = (apiKeys: KeyPolicy | null): Grant['permission'] => ({
  id: 'may-issue',
  rules: null,
  apiKeys,
})

describe('opening the issue of keys', () => {
  it('lets nobody issue while the plugin is off, whatever the permission says', () => {
    const gate = openIssuing(permission(policy()), { ...limits, isPluginEnabled: false })
    expect(gate).toMatchObject({ kind: 'refuse', code: 'KEYS_PLUGIN_DISABLED' })
  })

  it('says that the plugin is missing before it says that the permission is', () => {
    const gate = openIssuing(null, { ...limits, isPluginEnabled: false })
    expect(gate).toMatchObject({ kind: 'refuse', code: 'KEYS_PLUGIN_DISABLED' })
  })

  it('names the permission that has no apiKeys block', () => {
    const gate = openIssuing(permission(null), limits)
    expect(gate).toMatchObject({ code: 'KEYS_PERMISSION_MISSING', detail: expect.stringContaining('"may-issue"') })
  })

  it('refuses where no permission reaches /keys', () => {
    expect(openIssuing(null, limits)).toMatchObject({ code: 'KEYS_PERMISSION_MISSING' })
  })

  it('opens under the block of the permission that won', () => {
    expect(openIssuing(permission(policy()), limits)).toEqual({
      kind: 'open',
      permission: 'may-issue',
      policy: policy(),
    })
  })
})

describe('deciding on a new key', () => {
  it('names the roles that the permission does not list', () => {
    const decision = decideIssue({ roles: [role('reader'), role('owner')], days: 1 }, policy(), limits)
    expect(decision).toMatchObject({ code: 'KEY_ROLES_NOT_ALLOWED', detail: expect.stringContaining('owner') })
  })

  it('judges roles before the lifetime', () => {
    const decision = decideIssue({ roles: [role('owner')], days: 4000 }, policy(), limits)
    expect(decision).toMatchObject({ code: 'KEY_ROLES_NOT_ALLOWED' })
  })

  it('gives a key without roles when none are asked for', () => {
    expect(decideIssue({ roles: [] }, policy(), limits)).toMatchObject({ kind: 'issue', roles: [] })
  })

  it('carries a role that is named twice once', () => {
    const decision = decideIssue({ roles: [role('reader'), role('reader')] }, policy(), limits)
    expect(decision).toMatchObject({ kind: 'issue', roles: ['reader'] })
  })

  it('gives 90 days when none are asked for', () => {
    expect(decideIssue({ roles: [] }, policy(), limits)).toMatchObject({ days: 90 })
  })

  it('gives the maximum when none are asked for and it is below 90 days', () => {
    expect(decideIssue({ roles: [] }, policy({ 'max-expires-in-days': 7 }), limits)).toMatchObject({ days: 7 })
    expect(decideIssue({ roles: [] }, policy(), { ...limits, maxDays: 30 })).toMatchObject({ days: 30 })
  })

  it('names the maximum when more is asked for', () => {
    const decision = decideIssue({ roles: [], days: 31 }, policy({ 'max-expires-in-days': 30 }), limits)
    expect(decision).toMatchObject({ code: 'KEY_LIFETIME_TOO_LONG', detail: expect.stringContaining('30') })
    expect(decision).toMatchObject({ errors: [{ path: 'expiresIn' }] })
  })

  it('lets the permission set its own number of keys per user, higher or lower', () => {
    expect(decideIssue({ roles: [] }, policy(), limits)).toMatchObject({ keysPerUser: 10 })
    expect(decideIssue({ roles: [] }, policy({ 'max-keys-per-user': 50 }), limits)).toMatchObject({ keysPerUser: 50 })
    expect(decideIssue({ roles: [] }, policy({ 'max-keys-per-user': 1 }), limits)).toMatchObject({ keysPerUser: 1 })
  })

  it('never gives more days than the lower of the two limits, and never refuses what lies within them', () => {
    const days = fc.integer({ min: 1, max: 3650 })
    fc.assert(
      fc.property(days, days, fc.option(days, { nil: undefined }), (ofPermission, ofService, asked) => {
        const most = Math.min(ofPermission, ofService)
        const block = policy({ 'max-expires-in-days': ofPermission })
        const decision = decideIssue({ roles: [], days: asked }, block, { ...limits, maxDays: ofService })
        if (decision.kind === 'refuse') return asked !== undefined && asked > most
        return decision.days <= most && decision.days === (asked ?? Math.min(90, most))
      }),
    )
  })

  it('never gives a role that the permission does not list', () => {
    const names = fc.array(fc.constantFrom('reader', 'writer', 'owner', 'x', '__proto__', 'constructor').map(role))
    fc.assert(
      fc.property(names, names, (asked, allowed) => {
        const decision = decideIssue({ roles: asked }, policy({ roles: allowed }), limits)
        const isWithin = asked.every(name => allowed.includes(name))
        return decision.kind === 'issue' ? isWithin : !isWithin && decision.code === 'KEY_ROLES_NOT_ALLOWED'
      }),
    )
  })
})
