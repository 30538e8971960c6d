import { describe, expect, it } from '@jest/globals'
import { findHeaderFaults, MASK, maskHeaders, unmaskHeaders } from './delivery-headers.ts'

describe("a webhook's own headers", () => {
  it.each([
    'Host',
    'content-length',
    'Transfer-Encoding',
    'connection',
    'Upgrade',
    'expect',
    'TE',
    'trailer',
    'Proxy-Authorization',
    'webhook-id',
    'Sluice-Chain',
  ])('can not hold %s, which is not theirs to set', name => {
    expect(findHeaderFaults({ [name]: 'x' })).toMatchObject([{ path: `headers.${name}` }])
  })

  it('are at most 50, and 16 KiB together', () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`x-${n}`, '']))
    expect(findHeaderFaults(many)).toHaveLength(1)
    expect(findHeaderFaults({ a: 'x'.repeat(8192), b: 'x'.repeat(8192) })).toHaveLength(1)
    expect(findHeaderFaults({ authorization: 'Bearer x', 'x-tenant-id': '7' })).toEqual([])
  })

  it('name each header once, whatever its case', () => {
    expect(findHeaderFaults({ 'X-A': '1', 'x-a': '2' })).toHaveLength(2)
  })

  it('show values of harmless names only', () => {
    const shown = maskHeaders({
      Authorization: 'Bearer x',
      'Content-Type': 'text/plain',
      'X-Tenant-Id': '7',
      'x-key': 'k',
    })
    expect(shown).toEqual({ Authorization: MASK, 'Content-Type': 'text/plain', 'X-Tenant-Id': '7', 'x-key': MASK })
  })

  it('keep the stored value where the mask comes back', () => {
    const sent = { authorization: MASK, 'x-new': 'n' }
    expect(unmaskHeaders(sent, { Authorization: 'Bearer x', gone: '1' })).toEqual({
      headers: { authorization: 'Bearer x', 'x-new': 'n' },
      kept: ['authorization'],
      unknown: [],
    })
  })

  it('say which mask stands for nothing', () => {
    expect(unmaskHeaders({ 'x-new': MASK }, {}).unknown).toEqual(['x-new'])
  })
})
