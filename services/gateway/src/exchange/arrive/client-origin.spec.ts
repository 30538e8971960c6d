import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { readHeaders } from '../../domain/request-headers.ts'
import { createOriginReader } from './client-origin.ts'

const read = (trusted: readonly string[], peer: string, ...raw: string[]) =>
  createOriginReader(trusted)({ socket: { remoteAddress: peer } } as IncomingMessage, readHeaders(raw))

describe('the address of a client', () => {
  it('is the peer when no proxy is trusted, whatever the headers say', () => {
    expect(read([], '203.0.113.9', 'X-Forwarded-For', '198.51.100.1', 'X-Forwarded-Proto', 'https')).toEqual({
      address: '203.0.113.9',
      isSecure: false,
    })
  })

  it('is the last address before the trusted proxies', () => {
    const trusted = ['10.0.0.0/8', '2001:db8::/32']
    expect(read(trusted, '10.0.0.1', 'X-Forwarded-For', '6.6.6.6, 198.51.100.1, 10.9.9.9').address).toBe('198.51.100.1')
    expect(read(trusted, '::ffff:10.0.0.1', 'X-Forwarded-For', '198.51.100.1').address).toBe('198.51.100.1')
    expect(read(trusted, '2001:db8::1', 'x-forwarded-for', '6.6.6.6', 'X-Forwarded-For', '198.51.100.1').address).toBe(
      '198.51.100.1',
    )
  })

  it('is the same however it is written', () => {
    for (const peer of ['::ffff:10.0.0.1', '::FFFF:a00:1', '10.0.0.1']) expect(read([], peer).address).toBe('10.0.0.1')
    expect(read([], '2001:0DB8:0:0::0001').address).toBe('2001:db8::1')
  })

  it('stops at what is no address, and is the peer without the header', () => {
    expect(read(['10.0.0.0/8'], '10.0.0.1', 'X-Forwarded-For', '198.51.100.1, nonsense').address).toBe('10.0.0.1')
    expect(read(['10.0.0.0/8'], '10.0.0.1').address).toBe('10.0.0.1')
    expect(read(['10.0.0.0/8'], '203.0.113.9', 'X-Forwarded-For', '198.51.100.1').address).toBe('203.0.113.9')
  })

  it('is secure when a trusted proxy says so', () => {
    expect(read(['10.0.0.0/8'], '10.0.0.1', 'X-Forwarded-Proto', 'https').isSecure).toBe(true)
    expect(read(['10.0.0.0/8'], '10.0.0.1', 'X-Forwarded-Proto', 'https, http').isSecure).toBe(false)
  })
})
