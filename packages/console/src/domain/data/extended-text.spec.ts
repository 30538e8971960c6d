import { describe, expect, it } from '@jest/globals'
import { printedText, shortText } from './extended-text.ts'

describe('extended JSON as people write it', () => {
  it.each([
    ['{"$numberInt":"5"}', '5'],
    ['{"$numberDouble":"5.0"}', '5.0'],
    ['{"$numberDouble":"1e+300"}', '1e+300'],
    ['{"$numberDouble":"-0.0"}', '-0.0'],
    ['{"$numberLong":"3000000000"}', '3000000000'],
    ['{"$date":{"$numberLong":"0"}}', '{"$date": 0}'],
  ])('says %s shorter, which is read back as the same type', (canonical, short) => {
    expect(shortText(canonical)).toBe(short)
  })

  it.each([
    '{"$numberLong": "7"}',
    '{"$numberLong": "9007199254740993"}',
    '{"$numberDouble": "NaN"}',
    '{"$numberDecimal": "1.10"}',
    '{"$oid": "6b03e00a89fb6746dd7a3ad2"}',
    '{"$date": {"$numberLong": "92233720368547758"}}',
    '{"$binary": {"base64": "AA==", "subType": "04"}}',
    '{"a": 1, "$numberInt": "5"}',
  ])('keeps %s, as plain JSON would be another type', text => {
    expect(shortText(text)).toBe(text)
  })

  it('keeps the order of fields, every digit and every escape', () => {
    const text = '{"2": 1.10, "1": 12345678901234567890, "\\u00e9": "\\ud83d\\ude00"}'
    expect(shortText(text)).toBe(text)
  })

  it('is printed on several lines where it is long, without the fields that are left out', () => {
    const long = 'x'.repeat(100)
    expect(printedText(`{"_id":"a","_etag":{"$oid":"1"},"b":[1,"${long}"],"c":{}}`, ['_etag'])).toBe(
      `{\n  "_id": "a",\n  "b": [\n    1,\n    "${long}"\n  ],\n  "c": {}\n}`,
    )
    expect(printedText('{}')).toBe('{}')
    expect(printedText('[1,2]')).toBe('[1, 2]')
  })
})
