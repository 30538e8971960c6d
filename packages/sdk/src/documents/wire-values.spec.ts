import { describe, expect, it } from '@jest/globals'
import { newObjectId, reviveDates, toBigInt, toDate, toWireDate, toWireText } from './wire-values.ts'

describe('a fresh ObjectId', () => {
  it('is 24 hexadecimal digits, and no second one is alike', () => {
    const ids = Array.from({ length: 10_000 }, () => newObjectId().$oid)
    expect(new Set(ids).size).toBe(10_000)
    expect(ids.every(id => /^[0-9a-f]{24}$/.test(id))).toBe(true)
  })

  it('begins with the time', () => {
    const seconds = Number.parseInt(newObjectId().$oid.slice(0, 8), 16)
    expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(2)
  })
})

describe('what is sent', () => {
  it('has dates and large integers in the forms of the wire, wherever they stand', () => {
    const sent = { at: new Date(5), in: [{ n: 9_007_199_254_740_993n }], left: undefined, nothing: null }
    expect(toWireText(sent)).toBe('{"at":{"$date":5},"in":[{"n":{"$numberLong":"9007199254740993"}}],"nothing":null}')
  })

  it('is the same JSON as ever where there are none', () => {
    const sent = { a: [1, 'x', { b: true }], url: new URL('http://a.test/') }
    expect(toWireText(sent)).toBe(JSON.stringify(sent))
  })
})

describe('what comes', () => {
  it('has dates where they are asked for, and only of {$date}', () => {
    const text = '{"at":{"$date":5},"other":{"$date":5,"more":1},"text":{"$date":"x"}}'
    expect(JSON.parse(text, reviveDates)).toEqual({
      at: new Date(5),
      other: { $date: 5, more: 1 },
      text: { $date: 'x' },
    })
  })

  it('is turned by hand without loss', () => {
    expect(toDate(toWireDate(new Date(7)))).toEqual(new Date(7))
    expect(toBigInt({ $numberLong: '9007199254740993' })).toBe(9_007_199_254_740_993n)
    expect(toBigInt(5)).toBe(5n)
  })
})
