import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { flagged, traceIdOf, traceparentFor } from './traceparent.ts'

const hex = (digits: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: digits, maxLength: digits })
    .map(all => all.join(''))
    .filter(text => /[^0]/.test(text))
const sent = fc.tuple(hex(32), hex(16), fc.constantFrom('00', '01', 'ff')).map(parts => `00-${parts.join('-')}`)
const requestId = v7()

describe('the header that names a trace', () => {
  it('is that of the client where it is well formed', () => {
    fc.assert(fc.property(sent, header => expect(traceparentFor(header, requestId)).toBe(header)))
  })

  it.each([
    undefined,
    '',
    'nonsense',
    `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'1'.repeat(32)}-${'0'.repeat(16)}-01`,
    `00-${'A'.repeat(32)}-${'1'.repeat(16)}-01`,
    `ff-${'1'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'1'.repeat(32)}-${'1'.repeat(16)}-01-more`,
  ])('is made of the request id, and not recorded, where the client sent %j', header => {
    const made = traceparentFor(header, requestId)
    expect(made).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
    expect(traceIdOf(made)).toBe(requestId.replaceAll('-', ''))
  })

  it('says that it is recorded, or not, and nothing else changes', () => {
    fc.assert(
      fc.property(sent, header => {
        expect(flagged(header, '01')).toBe(`${header.slice(0, -2)}01`)
        expect(flagged(flagged(header, '01'), '00')).toBe(`${header.slice(0, -2)}00`)
      }),
    )
  })
})
