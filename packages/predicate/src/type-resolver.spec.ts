import { describe, expect, it } from '@jest/globals'
import { parsePredicate, pathsRead, testValue } from './index.ts'

const compile = (text: string) => {
  const result = parsePredicate(text, 'type-resolver')
  if (result.kind === 'invalid') throw new Error(`${text}: ${result.message}`)
  return result.predicate
}

describe('a type resolver', () => {
  const bson = (type: string, text: string, written: unknown) =>
    Object.create({ _bsontype: type, toString: () => text, toExtendedJSON: () => written })

  it.each<[string, unknown, boolean]>([
    ['field-exists(a.b, c)', { a: { b: null }, c: 0 }, true],
    ['field-exists(a.b, c)', { a: {}, c: 0 }, false],
    ['field-exists(a.0)', { a: ['x'] }, true],
    ['field-exists(constructor)', {}, false],
    ['field-exists(a)', null, false],
    [`field-eq(field=kind, value='"book"')`, { kind: 'book' }, true],
    [`field-eq(field=kind, value='"book"')`, { kind: 'Book' }, false],
    [`not field-eq(field=kind, value='"book"')`, {}, true],
    ['field-eq(field=a.b.0, value=5)', { a: { b: [5] } }, true],
    ['field-eq(field=n, value=5)', { n: bson('Long', '5', { $numberLong: '5' }) }, true],
    ['field-eq(field=n, value=5.50)', { n: bson('Decimal128', '5.5', { $numberDecimal: '5.5' }) }, true],
    ['field-eq(field=n, value=0)', { n: -0 }, true],
    [`field-eq(field=n, value='{"$numberLong": "9007199254740993"}')`, { n: 9007199254740992 }, false],
    [`field-eq(field=at, value='{"$date": 0}')`, { at: new Date(0) }, true],
    [`field-eq(field=at, value='{"$date": "1970-01-01T00:00:00Z"}')`, { at: { $date: { $numberLong: '0' } } }, true],
    [
      `field-eq(field=id, value='{"$oid": "0123456789ABCDEF01234567"}')`,
      {
        id: bson('ObjectId', '0123456789abcdef01234567', { $oid: '0123456789abcdef01234567' }),
      },
      true,
    ],
    [`field-eq(field=id, value='"0123456789abcdef01234567"')`, { id: { $oid: '0123456789abcdef01234567' } }, false],
    [`value-eq('"a"')`, 'a', true],
    ['value-eq(true)', true, true],
    ['value-eq(true)', 'true', false],
    ['value-eq(null)', undefined, false],
    [`value-eq('[1, {"a": []}]')`, [1, { a: [] }], true],
    [`value-eq('[1, {"a": []}]')`, [1, { a: {} }], false],
    [`value-eq('"@user.x 50%"')`, '@user.x 50%', true],
    [`field-exists(a) and (field-eq(field=a, value=1) or value-eq(1))`, { a: 1 }, true],
  ])('%s on %j is %s', (text, value, result) => {
    expect(testValue(compile(text), value)).toBe(result)
  })

  it('knows nothing of requests, and requests nothing of it', () => {
    const messageOf = (text: string, use: 'condition' | 'type-resolver') => {
      const result = parsePredicate(text, use)
      return result.kind === 'invalid' ? result.message : 'parsed'
    }
    expect(messageOf("path('/a')", 'type-resolver')).toContain('a type resolver has none')
    expect(messageOf('field-exists(a)', 'condition')).toContain('in a type resolver only')
    expect(messageOf('field-exsts(a)', 'type-resolver')).toContain('Did you mean "field-exists"?')
  })

  it('says what it reads', () => {
    const text = `field-exists(a.b, c) and not (field-eq(field=d.0, value=1) or value-eq(2))`
    expect(pathsRead(compile(text))).toEqual([['a', 'b'], ['c'], ['d', '0'], []])
  })
})
