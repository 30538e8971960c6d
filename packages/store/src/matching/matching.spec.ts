import { describe, expect, it } from '@jest/globals'
import { Long } from 'bson'
import type { Document } from '../port.ts'
import { compileFilter } from './filter/filter.ts'
import { runPipeline } from './pipeline/pipeline.ts'
import type { PipelineSource } from './pipeline/stage.ts'
import { compileUpdate, seedOf } from './update/update.ts'
import { compileRegex } from './values/regex.ts'
import { compoundKeys } from './values/sort.ts'

function run(stages: Document[], documents: Document[]): Document[] {
  const source: PipelineSource & { collection: string } = {
    collection: 'c',
    *read(_collection, filter) {
      yield
      return documents.filter(compileFilter(filter))
    },
  }
  const work = runPipeline(stages, source)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

describe('the allow-lists', () => {
  const unsupported = (feature: string) =>
    expect.objectContaining({ name: 'UnsupportedByStoreError', feature: expect.stringContaining(feature) })

  it('refuse what is not on them, wherever it is nested, by name', () => {
    expect(() => compileFilter({ $or: [{ a: { $not: { $near: 1 } } }] })).toThrow(unsupported('$near'))
    expect(() => compileFilter({ $text: { $search: 'x' } })).toThrow(unsupported('$text'))
    expect(() => compileUpdate({ $bit: { a: { and: 1 } } })).toThrow(unsupported('$bit'))
    expect(() => compileUpdate({ $set: { 'a.$[].b': 1 } })).toThrow(unsupported('positional'))
    expect(() => run([{ $graphLookup: {} }], [])).toThrow(unsupported('$graphLookup'))
    expect(() => run([{ $lookup: { from: 'x', let: {}, pipeline: [] } }], [])).toThrow(unsupported('of $lookup'))
    expect(() => run([{ $addFields: { a: '$$NOW' } }], [])).toThrow(unsupported('$$NOW'))
  })
  it('do not take names of JavaScript for operators', () => {
    expect(() => compileUpdate({ constructor: { a: 1 } })).toThrow(
      expect.objectContaining({ name: 'InvalidQueryError' }),
    )
    expect(compileFilter({ constructor: null })({})).toBe(true)
    expect(compileFilter({ 'a.__proto__.b': { $exists: true } })({ a: {} })).toBe(false)
  })
})

describe('regular expressions', () => {
  it('take time in proportion to the text', () => {
    const matches = compileRegex('(a+)+$', '')
    expect(matches(`${'a'.repeat(20_000)}b`)).toBe(false)
  })
  it('are refused where only a backtracking engine has the syntax', () => {
    for (const pattern of ['(?=a)', '(?<!a)b', '(a)\\1', 'a++', '(?>a)', '(?P=n)', '\\Ka', '(*UTF8)a']) {
      expect(() => compileRegex(pattern, '')).toThrow(expect.objectContaining({ name: 'UnsupportedByStoreError' }))
    }
  })
  it('take an escaped backslash for what it is', () => {
    expect(compileRegex('a\\\\1', '')('a\\1')).toBe(true)
  })
})

describe('a projection in a pipeline', () => {
  it('leaves fields out of documents in arrays too', () => {
    expect(run([{ $unset: 'a.b' }], [{ a: [{ b: 1, c: 2 }, 3] }])).toEqual([{ a: [{ c: 2 }, 3] }])
  })
})

describe('an update', () => {
  const changed = (document: Document, update: Document) => {
    compileUpdate(update)(document, { now: new Date(5000), isInsert: false })
    return document
  }
  it('sets the time with $currentDate, as a date or a timestamp', () => {
    const document = changed({ _id: 1 }, { $currentDate: { a: true, b: { $type: 'timestamp' }, c: { $type: 'date' } } })
    expect(document).toMatchObject({ a: new Date(5000), c: new Date(5000), b: { high: 5 } })
  })
  it('never writes to the prototype of all objects', () => {
    changed({ _id: 1 }, { $set: { '__proto__.polluted': 1 } })
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
  it('refuses an empty name on the way', () => {
    expect(() => compileUpdate({ $set: { 'a..b': 1 } })).toThrow(expect.objectContaining({ name: 'InvalidQueryError' }))
  })
  it('takes the equalities of a filter for an upsert, and no ranges', () => {
    const filter = { a: 1, b: { $gt: 2 }, $and: [{ 'c.d': { $eq: Long.ONE } }], $or: [{ e: 1 }], f: { $in: [7] } }
    expect(seedOf(filter)).toEqual({ a: 1, c: { d: Long.ONE }, e: 1, f: 7 })
  })
})

describe('an update from somebody who wants the store to stop', () => {
  const invalid = expect.objectContaining({ name: 'InvalidQueryError' })

  it('is checked for conflicts in time that grows with its length alone', () => {
    const paths = Array.from({ length: 100_000 }, (_, index) => [`a${index}.b`, index] as const)
    const before = process.threadCpuUsage()
    compileUpdate({ $set: Object.fromEntries(paths) })
    // Of CPU, so that a busy machine does not count; comparing each with each takes minutes.
    expect(process.threadCpuUsage(before).user / 1_000_000).toBeLessThan(20)
    expect(() => compileUpdate({ $set: Object.fromEntries(paths), $unset: { a7: '' } })).toThrow(invalid)
    expect(() => compileUpdate({ $set: { a: 1 }, $rename: { b: 'a' } })).toThrow(invalid)
    expect(() => compileUpdate({ $set: { a: 1, ab: 1, 'a-b': 1 } })).not.toThrow()
  })
  it('is not multiplied out by an index over several lists', () => {
    const list = Array.from({ length: 3_000 }, (_, index) => index)
    expect(() => compoundKeys({ a: list, b: list, c: list, d: list }, ['a', 'b', 'c', 'd'])).toThrow(invalid)
    expect(compoundKeys({ a: list, b: 1 }, ['a', 'b']).keys).toHaveLength(3_000)
  })
  it('fills its arrays with a bounded number of nulls in all', () => {
    const change = compileUpdate({ $set: { 'a.1000000': 1, 'b.1000000': 1 } })
    expect(() => change({ _id: 1, a: [], b: [] }, { now: new Date(), isInsert: false })).toThrow(invalid)
    const small = compileUpdate({ $set: { 'a.3': 1, 'a.5.x': 2 } })
    const document = { _id: 1, a: [0] }
    small(document, { now: new Date(), isInsert: false })
    expect(document.a).toEqual([0, null, null, 1, null, { x: 2 }])
  })
})
