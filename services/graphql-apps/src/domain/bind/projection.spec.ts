import { describe, expect, it } from '@jest/globals'
import { projectionOf } from './projection.ts'

const project = (...paths: string[]) => projectionOf(new Set(paths), path => path.startsWith('secret'))

describe('a projection', () => {
  it('asks for the paths alone, _id only where it is one of them', () => {
    expect(project('a', 'b.c')).toEqual({ a: 1, 'b.c': 1, _id: 0 })
    expect(project('_id', 'a')).toEqual({ _id: 1, a: 1 })
  })

  it('never asks for a path and for what is inside it', () => {
    expect(project('a.b', 'a', 'a.b.c', 'ab')).toEqual({ a: 1, ab: 1, _id: 0 })
  })

  it('leaves out what is hidden, and asks for something all the same', () => {
    expect(project('secret', 'secret.x')).toEqual({ _id: 1 })
    expect(project()).toEqual({ _id: 1 })
  })
})
