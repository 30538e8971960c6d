import { describe, expect, it } from '@jest/globals'
import { type GrantedRequest, grantedRequest } from '@sluice/contracts'
import fc from 'fast-check'
import { formatGrantedRequest, readGrantedRequest } from './granted-request.ts'

const request: GrantedRequest = {
  upstream: 'data',
  requestId: '0198c3a0-0000-7000-8000-000000000001',
  method: 'GET',
  target: '/orders/7?page=2',
  issuedAt: 1_700_000_000_000,
  chain: [],
}
const LINE = '2 0198c3a0-0000-7000-8000-000000000001 data GET 1700000000000 - - - /orders/7?page=2'

/** Halves of surrogate pairs, too. */
const text = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)) })
const anyText = fc.oneof(text, fc.string(), fc.constantFrom('', '-', '=', '=x', '-1', ' ', 'a b', '::1%eth0', '\u0000'))
const anyRequest: fc.Arbitrary<GrantedRequest> = fc.record(
  {
    upstream: fc.constantFrom(...grantedRequest.shape.upstream.options),
    requestId: fc.uuid({ version: 7 }),
    method: anyText,
    target: anyText,
    issuedAt: fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0),
    chain: fc.array(anyText, { maxLength: 20 }),
    clientAddress: anyText,
    tool: fc.stringMatching(/^[a-z0-9_]{1,64}$/),
  },
  { requiredKeys: ['upstream', 'requestId', 'method', 'target', 'issuedAt', 'chain'] },
)

describe('what a grant says of its request', () => {
  it('has the form that services of other versions read', () => {
    expect(formatGrantedRequest(request)).toBe(LINE)
    const more = { ...request, clientAddress: '192.0.2.7', tool: 'find_documents', chain: ['a', 'ä'], target: '/ä' }
    expect(formatGrantedRequest(more)).toBe(
      '2 0198c3a0-0000-7000-8000-000000000001 data GET 1700000000000 192.0.2.7 find_documents =WyJhIiwiw6QiXQ =Ii_DpCI',
    )
  })

  it('is read as it was written, whatever its texts hold, and can stand in a header', () => {
    fc.assert(
      fc.property(anyRequest, given => {
        const line = formatGrantedRequest(given)
        expect(line).toMatch(/^[!-~]+( [!-~]+){8}$/)
        expect(readGrantedRequest(line)).toEqual(given)
      }),
    )
  })

  it('is one line for one request alone', () => {
    fc.assert(
      fc.property(anyRequest, anyRequest, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other))
        expect(formatGrantedRequest(one)).not.toBe(formatGrantedRequest(other))
      }),
    )
  })

  it.each([
    ['another version', LINE.replace('2 ', '3 ')],
    ['a word too many', `${LINE} x`],
    ['a word too few', LINE.replace(' -', '')],
    ['an id that is none', LINE.replace('0198c3a0', '0198c3a')],
    ['a service that is none', LINE.replace('data', 'other')],
    ['a time that is none', LINE.replace('1700000000000', 'now')],
    ['no time', LINE.replace('1700000000000', '')],
    ['an address that can not be read', LINE.replace('- - -', '=x - -')],
    ['a tool that is none', LINE.replace('- - -', '- A -')],
    ['a chain that is no list', LINE.replace('- - -', '- - ids')],
    ['a chain of too many', formatGrantedRequest({ ...request, chain: Array.from({ length: 21 }, String) })],
    ['nothing', ''],
  ])('is nothing where a line has %s', (_, line) => {
    expect(readGrantedRequest(line)).toBeUndefined()
  })
})
