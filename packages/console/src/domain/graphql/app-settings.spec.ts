import { describe, expect, it } from '@jest/globals'
import { changeOf, formOf } from './app-settings.ts'

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

  it('hand a limit that is no number to the service, which says so', () => {
    const before = formOf(saved)
    expect(changeOf(before, { ...before, limits: { ...before.limits, maxDepth: 'x' } })).toEqual({
      limits: { maxDepth: 'x' },
    })
  })
})
