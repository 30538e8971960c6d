import { describe, expect, it } from '@jest/globals'
import { collectionOf, matrixColumns, matrixWord, ROLES_AT_ONCE } from './access-matrix.ts'

const MOST_QUESTIONS = 50

describe('the matrix of access', () => {
  it('is about the collection of the question', () => {
    expect(['/routes/a/b', '/routes', '/', ''].map(collectionOf)).toEqual(['/routes', '/routes', '/', ''])
  })

  it('asks about one collection no more than one call takes', () => {
    const columns = matrixColumns('/routes/')
    expect(columns.length * ROLES_AT_ONCE).toBeLessThanOrEqual(MOST_QUESTIONS)
    expect(columns.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /routes',
      'POST /routes',
      'PATCH /routes/1',
      'DELETE /routes/1',
      'POST /keys',
      'GET /acl',
    ])
  })

  it('says in part where the rest of the request decides, or the permission narrows', () => {
    const of = (allowed: boolean, depends: boolean, permission: string | null) =>
      matrixWord({ allowed, depends, permission }, new Set(['narrow']))
    expect([of(true, false, 'wide'), of(true, false, null), of(true, false, 'narrow')]).toEqual([
      'may',
      'may',
      'in part',
    ])
    expect([of(false, true, null), of(false, false, 'narrow')]).toEqual(['in part', 'may not'])
  })
})
