import { describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { BSONRegExp, ObjectId } from 'bson'
import fc from 'fast-check'
import { checkFilter } from './check-filter.ts'
import { findRegexFault } from './check-regex.ts'
import { parseFilter } from './parse-query.ts'

const all = { hidden: [] }
const secret = { hidden: ['secret', 'deep.secret'] }

describe('checking a filter from outside', () => {
  it.each<Document>([
    {},
    { a: 1, 'b.c': { $gt: 1, $lte: 5 } },
    { a: { $in: [1, new BSONRegExp('^x')] }, b: { $not: { $exists: false } } },
    { $or: [{ a: 1 }, { $nor: [{ b: 2 }] }], c: { $elemMatch: { d: 1, $or: [{ e: 1 }] } } },
    { a: { $elemMatch: { $gt: 5 } }, b: { $all: [{ $elemMatch: { x: 1 } }] }, c: { $size: 2, $type: 'array' } },
    { a: { $regex: '^x', $options: 'i' }, ref: { $ref: 'c', $id: new ObjectId() }, n: { $mod: [4, 0] } },
    { secrets: 1, 'deep.other': 1, deep: { $exists: true } },
  ])('takes %j', filter => {
    expect(checkFilter(filter, secret)).toBeUndefined()
  })

  it.each<Document>([
    { $where: 'true' },
    { $expr: { $gt: ['$a', 1] } },
    { $jsonSchema: {} },
    { $text: { $search: 'x' } },
    { a: { $where: '1' } },
    { a: { $gt: 1, $function: {} } },
    { a: { $not: { $accumulator: {} } } },
    { a: { $elemMatch: { $where: '1' } } },
    { $and: [{ $or: [{ a: { $not: { $expr: 1 } } }] }] },
    { $and: [] },
    { $or: {} },
    { $nor: [1] },
    { 'a.$b': 1 },
    { 'a..b': 1 },
    { a: { $not: 5 } },
    { a: { $regex: 5 } },
    { a: { $regex: '(a+)+$' } },
    { a: new BSONRegExp('(x*)*') },
    { a: { $in: [new BSONRegExp('(x*)*')] } },
  ])('refuses %j', filter => {
    expect(checkFilter(filter, all)).toMatchObject({ code: 'BAD_FILTER' })
  })

  it('refuses what is nested too deep', () => {
    const nested = (levels: number): Document => (levels === 0 ? { a: 1 } : { $and: [nested(levels - 1)] })
    expect(checkFilter(nested(9), all)).toBeUndefined()
    expect(checkFilter(nested(10), all)).toMatchObject({ code: 'BAD_FILTER' })
  })

  it.each<Document>([
    { secret: 1 },
    { 'secret.inside': 1 },
    { 'deep.secret': { $exists: true } },
    { 'deep.0.secret': 1 },
    { deep: { secret: 1 } },
    { deep: { $ne: {} } },
    { deep: { $elemMatch: { secret: 1 } } },
    { deep: { $not: { $elemMatch: { secret: { $gt: 1 } } } } },
    { deep: { $all: [{ $elemMatch: { secret: 1 } }] } },
    { deep: { $elemMatch: { $or: [{ secret: 1 }] } } },
    { $and: [{ a: 1 }, { $nor: [{ secret: { $regex: '^a' } }] }] },
  ])('refuses a look at hidden fields: %j', filter => {
    expect(checkFilter(filter, secret)).toMatchObject({ code: 'FIELD_HIDDEN' })
  })

  it('knows what lies outside of listed fields', () => {
    const listed = { hidden: [], only: ['name', 'address.city'] }
    expect(checkFilter({ name: 'x', 'address.city': 'y', _id: 1, address: { $exists: true } }, listed)).toBeUndefined()
    for (const filter of [{ age: 1 }, { address: { city: 'y' } }, { 'address.zip': 1 }]) {
      expect(checkFilter(filter, listed)).toMatchObject({ code: 'FIELD_HIDDEN' })
    }
  })

  it('does not take a number that is a name for a position in a list', () => {
    const listed = { hidden: [], only: ['years.2024', 'lines.price'] }
    for (const filter of [{ 'years.2024': 1 }, { 'years.2024.sum': 1 }, { 'lines.0.price': 1 }]) {
      expect(checkFilter(filter, listed)).toBeUndefined()
    }
    for (const filter of [{ 'years.2023': 1 }, { 'years.2023': { $exists: true } }, { years: { $ne: {} } }]) {
      expect(checkFilter(filter, listed)).toMatchObject({ code: 'FIELD_HIDDEN' })
    }
  })
  it('never lets a hidden name through, however the filter is wrapped', () => {
    const wrap = fc.constantFrom<(filter: Document) => Document>(
      filter => ({ $and: [{ a: 1 }, filter] }),
      filter => ({ $or: [filter] }),
      filter => ({ $nor: [filter, { b: 2 }] }),
    )
    const leaf = fc.constantFrom<Document>(
      { secret: 1 },
      { secret: { $gt: 1 } },
      { secret: { $not: { $in: [1] } } },
      { deep: { $elemMatch: { secret: 1 } } },
    )
    fc.assert(
      fc.property(leaf, fc.array(wrap, { maxLength: 6 }), (filter, wraps) => {
        const wrapped = wraps.reduce((inner, around) => around(inner), filter)
        return checkFilter(wrapped, secret)?.code === 'FIELD_HIDDEN'
      }),
    )
  })

  it('never throws, whatever JSON it is given', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        const result = parseFilter([text], secret)
        return result.kind === 'filter' || result.kind === 'refuse'
      }),
    )
  })

  it('says where a filter stops being JSON', () => {
    expect(parseFilter(['{"a": }'], all)).toMatchObject({
      code: 'BAD_FILTER',
      errors: [{ path: 'filter', line: 1, column: 7 }],
    })
    expect(parseFilter([`{"a":"${'x'.repeat(16_384)}"}`], all)).toMatchObject({ code: 'BAD_FILTER' })
  })
})

describe('checking a regular expression', () => {
  it.each(['^a+b*$', '(foo|bar)+', '(ab)+c+', 'a{2,5}', '[(+*]+', String.raw`\(a+\)+`, '(?:x[+*])+', '(a{1,3})+'])(
    'takes %s',
    pattern => {
      expect(findRegexFault(pattern)).toBeUndefined()
    },
  )

  it.each(['(a+)+', '(a*)*b', '(?:a+)*', '((a+)b)+', '(a|b+)+', '(a{2,})+', '(.*x){1,99}', 'x'.repeat(1_001)])(
    'refuses %s',
    pattern => {
      expect(findRegexFault(pattern)).toBeDefined()
    },
  )
})
