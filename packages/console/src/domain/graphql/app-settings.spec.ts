import { describe, expect, it } from '@jest/globals'
import { areTypedSettings, changeOf, formOf, settingsOver } from './app-settings.ts'

describe('the settings of an app', () => {
  const saved = { name: 'A', description: 'What it is', uri: 'a', limits: { maxDepth: 5 } }

  it('are what holds where nothing is said', () => {
    expect(formOf({ name: 'A' })).toMatchObject({ enabled: true, introspection: true, get: false, access: 'endpoint' })
  })

  it('change by what differs, and null takes a field away', () => {
    const before = formOf(saved)
    const limits = { ...before.limits, maxDepth: '', timeoutMs: '900' }
    const after = { ...before, name: 'B', description: '', get: true, limits }
    expect(changeOf(before, after)).toEqual({
      name: 'B',
      description: null,
      get: true,
      limits: { maxDepth: null, timeoutMs: 900 },
    })
  })

  it('that are the same change nothing', () => {
    expect(changeOf(formOf(saved), formOf(saved))).toEqual({})
  })

  it('that were typed stand over newer ones, field by field', () => {
    const begun = formOf(saved)
    const form = Object.assign({}, begun, { uri: 'mine', limits: Object.assign({}, begun.limits, { maxDepth: '7' }) })
    const newer = formOf({ name: 'Theirs', uri: 'theirs', limits: { maxDepth: 9, timeoutMs: 900 } })
    expect(settingsOver(newer, { begun, form })).toEqual(
      formOf({ name: 'Theirs', uri: 'mine', limits: { maxDepth: 7, timeoutMs: 900 } }),
    )
  })

  it('are restored from what was kept of them, and from nothing else', () => {
    const begun = formOf(saved)
    expect(areTypedSettings(JSON.parse(JSON.stringify({ begun, form: begun })))).toBe(true)
    for (const other of [null, begun, { begun }, { begun, form: { name: 'A' } }, { begun: null, form: begun }]) {
      expect(areTypedSettings(other)).toBe(false)
    }
  })

  it('hand a limit that is no number to the service, which says so', () => {
    const before = formOf(saved)
    expect(changeOf(before, { ...before, limits: { ...before.limits, maxDepth: 'x' } })).toEqual({
      limits: { maxDepth: 'x' },
    })
  })
})
