import { describe, expect, it } from '@jest/globals'
import { formatKeySecret } from '@sluice/contracts'
import fc from 'fast-check'
import { maskBytes, maskHeaders, maskText, queryHoldsCredentials } from './mask-secrets.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(formatKeySecret)
const around = fc.string({ unit: 'binary' })

describe('masking keys', () => {
  it('leaves no key in a text or a body, whatever stands around it', () => {
    fc.assert(
      fc.property(key, around, around, (secret, before, after) => {
        const text = `${before}${secret}${after}`
        return !maskText(text).includes(secret) && !maskBytes(Buffer.from(text)).includes(secret)
      }),
    )
  })

  it('changes nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array(), bytes => {
        fc.pre(!Buffer.from(bytes).includes('sl'))
        return maskBytes(Buffer.from(bytes)).equals(Buffer.from(bytes))
      }),
    )
    expect(maskText('/slides/slk_')).toBe('/slides/slk_')
  })

  it('keeps the bytes of other text whole', () => {
    const secret = formatKeySecret(new Uint8Array(32))
    expect(maskBytes(Buffer.from(`é ${secret} 漢`)).toString()).toBe('é [redacted] 漢')
  })

  it('hides the headers that carry credentials, and keys in all others', () => {
    const secret = formatKeySecret(new Uint8Array(32))
    expect(
      maskHeaders([
        ['authorization', 'Basic x'],
        ['cookie', 'a=b'],
        ['set-cookie', 'a=b'],
        ['proxy-authorization', 'x'],
        ['x-api', secret],
        ['accept', '*/*'],
      ]),
    ).toEqual([
      ['authorization', '[redacted]'],
      ['cookie', '[redacted]'],
      ['set-cookie', '[redacted]'],
      ['proxy-authorization', '[redacted]'],
      ['x-api', '[redacted]'],
      ['accept', '*/*'],
    ])
  })
})

describe('masking headers', () => {
  it.each([
    'x-api-key',
    'x-auth-token',
    'x-hub-signature-256',
    'x-client-secret',
    'sluice-chain',
    'x-amz-security-token',
  ])('hides the header %s', name => {
    expect(maskHeaders([[name, 'hunter2']])).toEqual([[name, '[redacted]']])
  })

  it.each(['content-type', 'idempotency-key', 'access-control-allow-credentials', 'x-request-id', 'www-authenticate'])(
    'shows the header %s',
    name => {
      expect(maskHeaders([[name, 'plain']])).toEqual([[name, 'plain']])
    },
  )
})

describe('credentials in a query', () => {
  const secret = formatKeySecret(new Uint8Array(32).fill(1))

  it.each([
    'access_token=x',
    'a=1&access_token=',
    'access%5Ftoken=x',
    `q=${secret}`,
    `q=%73lk${secret.slice(3)}`,
    `${secret}=1`,
  ])('are seen in ?%s', query => {
    expect(queryHoldsCredentials(query)).toBe(true)
  })

  it.each(['', 'a=b', 'token=x', 'filter=%7B%22a%22%3A1%7D', 'q=slk_'])('are not seen in ?%s', query => {
    expect(queryHoldsCredentials(query)).toBe(false)
  })
})
