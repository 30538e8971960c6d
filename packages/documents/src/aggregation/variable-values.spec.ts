import { describe, expect, it } from '@jest/globals'
import { bindVariables } from '../index.ts'

const bind = (stages: object[], values: object) => bindVariables(stages as never, new Map(Object.entries(values)))
const match = (name: unknown) => [{ $match: { n: { $var: name } } }]
const matched = (n: unknown) => ({ kind: 'bound', stages: [{ $match: { n: { $eq: n } } }] })

describe('the value of a variable', () => {
  it.each<[object]>([
    [{ 'a.b.c': 1 }],
    [{ a: { b: { c: 1 } } }],
    [{ 'a.b': { c: 1 } }],
    [{ a: { 'b.c': 1 } }],
    [{ a: { b: { c: 1 } }, 'a.b.c': 1 }],
  ])('is found by a dotted name, however it is given: %j', values => {
    expect(bind(match('a.b.c'), values)).toEqual(matched(1))
    expect(bind(match(['a.b.c', 5]), values)).toEqual(matched(1))
    expect(bind([{ $ifvar: ['a.b.c', ...match('a.b.c')] }], values)).toEqual(matched(1))
  })

  it('is found in lists by its position, and nowhere in what a list or a text has by nature', () => {
    expect(bind(match('a.1.b'), { a: [0, { b: 2 }] })).toEqual(matched(2))
    for (const name of ['a.length', 'a.constructor', 't.length', 't.0']) {
      expect(bind(match(name), { a: [1], t: 'text' })).toMatchObject({ kind: 'refuse', code: 'BAD_QUERY' })
    }
  })

  it('is refused where it is given twice and differs, so that nobody has to guess which one counts', () => {
    const values = { a: { b: 1 }, 'a.b': 2 }
    for (const stages of [match('a.b'), match(['a.b', 5]), [{ $ifvar: ['a.b', { $limit: 1 }] }]]) {
      expect(bind(stages, values)).toMatchObject({
        kind: 'refuse',
        code: 'BAD_QUERY',
        detail: expect.stringContaining('a.b: it is given twice'),
      })
    }
  })

  it('may be null, which is a value; of the service itself null is none', () => {
    expect(bind(match('a.b'), { a: { b: null } })).toEqual(matched(null))
    expect(bind(match('@user.team'), { '@user': { team: null } })).toMatchObject({ kind: 'refuse', code: 'FORBIDDEN' })
    expect(bind(match(['@user.team', 'none']), { '@user': { team: null } })).toEqual(matched('none'))
    expect(bind(match('@user.team'), { '@user': { team: 'red' } })).toEqual(matched('red'))
  })

  it('is never taken for given: without it a stage is refused, or goes where $ifvar says so', () => {
    expect(bind(match('a.b'), { a: { c: 1 } })).toMatchObject({ kind: 'refuse', code: 'BAD_QUERY' })
    expect(bind([{ $ifvar: ['a.b', { $limit: 1 }, { $limit: 2 }] }], { a: {} })).toEqual({
      kind: 'bound',
      stages: [{ $limit: 2 }],
    })
  })
})
