import { describe, expect, it } from '@jest/globals'
import { createUnbegunClaims } from './unbegun-claims.ts'

const rowOf = (_id: string, id: string | undefined) => ({ _id, claim: { by: 'us', until: 0, id } })

describe('a claim of which nothing was begun', () => {
  it('is the same however often its delivery is entered, until that has begun', () => {
    const claims = createUnbegunClaims()
    const { id } = claims.of('a')
    expect(claims.of('a').id).toBe(id)
    expect(claims.isOn(rowOf('a', id))).toBe(true)
    claims.forget('a')
    expect(claims.isOn(rowOf('a', id))).toBe(false)
    expect(claims.of('a').id).not.toBe(id)
    expect(claims.isOn(rowOf('a', id))).toBe(false)
  })

  it('is the same again where the beginning was taken back', () => {
    const claims = createUnbegunClaims()
    const claim = claims.of('a')
    claims.forget('a')
    claims.keep('a', claim)
    expect(claims.of('a')).toBe(claim)
    expect(claims.isOn(rowOf('a', claim.id))).toBe(true)
  })

  it('is never taken for that of another delivery, of somebody else, or of a version that gives claims no name', () => {
    const claims = createUnbegunClaims()
    const { id } = claims.of('a')
    claims.of('b')
    for (const row of [rowOf('b', id), rowOf('a', createUnbegunClaims().of('a').id), rowOf('a', undefined)]) {
      expect(claims.isOn(row)).toBe(false)
    }
    expect(claims.isOn({ _id: 'c' })).toBe(false)
  })

  it('is forgotten, the oldest first, where there are too many: its delivery may have begun', () => {
    const claims = createUnbegunClaims(2)
    const [a, b, c] = ['a', 'b', 'c'].map(id => ({ _id: id, claim: { by: 'us', until: 0, id: claims.of(id).id } }))
    expect([a, b, c].map(row => row !== undefined && claims.isOn(row))).toEqual([false, true, true])
  })
})
