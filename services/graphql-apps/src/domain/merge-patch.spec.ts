import { describe, expect, it } from '@jest/globals'
import { isTooDeepPatch, patchApp } from './merge-patch.ts'

const app = {
  descriptor: { name: 'a', limits: { maxDepth: 5, maxTokens: 9 } },
  schema: 's',
  mappings: { Query: { a: 1, b: 2 } },
}

describe('a patch of an app', () => {
  it('merges what is inside, and removes what is null', () => {
    const patched = patchApp(app, { descriptor: { name: null, limits: { maxDepth: 6 }, uri: 'x' } })
    expect(patched.descriptor).toEqual({ limits: { maxDepth: 6, maxTokens: 9 }, uri: 'x' })
  })

  it('replaces schema and mappings whole', () => {
    expect(patchApp(app, { mappings: { Query: { c: 3 } } }).mappings).toEqual({ Query: { c: 3 } })
  })

  it('reaches inside by dotted keys, and makes what is not there', () => {
    const patched = patchApp(app, { 'descriptor.limits.maxDepth': null, 'descriptor.new.deep': 1 })
    expect(patched.descriptor).toEqual({ name: 'a', limits: { maxTokens: 9 }, new: { deep: 1 } })
  })

  it('leaves the app that it was given as it is', () => {
    const before = structuredClone(app)
    patchApp(app, { 'descriptor.limits.maxDepth': 1, descriptor: { limits: { maxTokens: null } }, schema: 'x' })
    expect(app).toEqual(before)
  })

  it('is refused where its keys reach deeper than any app', () => {
    expect(isTooDeepPatch({ 'descriptor.name': 'x', mappings: { 'a.b': { c: 1 } } })).toBe(false)
    expect(isTooDeepPatch({ ['a.'.repeat(100_000)]: 1 })).toBe(true)
    expect(isTooDeepPatch({ ['a.'.repeat(60)]: { ['b.'.repeat(60)]: 1 } })).toBe(true)
  })
})
