import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { redactBody, redactQuery } from './redact-body.ts'

const json = { contentType: 'application/json', isTruncated: false }
const redact = (text: string, facts = json) => redactBody(Buffer.from(text), facts)?.toString()

describe('taking secrets out of a query', () => {
  it('replaces the values of secret names, however they are written, and nothing else', () => {
    expect(redactQuery('a=%7B&password=x&p%61ssword=y&API-KEY=z&b=1+2&token')).toBe(
      'a=%7B&password=[redacted]&p%61ssword=[redacted]&API-KEY=[redacted]&b=1+2&token',
    )
    expect(redactQuery('note=password&%zz=1')).toBe('note=password&%zz=1')
    expect(redactQuery('')).toBe('')
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => typeof redactQuery(text) === 'string'))
  })
})

describe('taking secrets out of a body', () => {
  it('leaves a body that names no secret as it is, byte for byte', () => {
    const text = '{ "n": 12345678901234567890, "a":"b" }'
    expect(redact(text)).toBe(text)
    expect(redact('not json at all')).toBe('not json at all')
  })

  it('replaces the values of secret names at any depth, whatever their case', () => {
    const body = {
      a: [{ Password: 'x' }],
      api_key: { inner: 'x' },
      'api-key': 1,
      TOKEN: ['x'],
      secret: null,
      kept: 'yes',
    }
    expect(JSON.parse(redact(JSON.stringify(body)) ?? '')).toEqual({
      a: [{ Password: '[redacted]' }],
      api_key: '[redacted]',
      'api-key': '[redacted]',
      TOKEN: '[redacted]',
      secret: '[redacted]',
      kept: 'yes',
    })
  })

  it('is not fooled by an escaped name', () => {
    expect(redact('{"p\\u0061ssword":"hunter2"}')).toBe('{"p\\u0061ssword":"[redacted]"}')
  })

  it('leaves all else as it was written: digits, order, white space', () => {
    const sent = '{ "2": 1.10, "password": "hunter2", "n": [9007199254740993, 1e3] }'
    expect(redact(sent)).toBe('{ "2": 1.10, "password": "[redacted]", "n": [9007199254740993, 1e3] }')
  })

  it('keeps nothing that stands under a name the first time of two', () => {
    expect(redact('{"a":{"password":"hunter2"},"a":1.10}')).toBe('{"a":1.1}')
    expect(redact('{"password":"hunter2","password":"hunter3","b":1}')).toBe('{"password":"[redacted]","b":1}')
  })

  it('takes out a key of ours that escapes hide beside it', () => {
    const key = `slk_${'a'.repeat(20)}`
    const sent = `{"password":"x","text":"\\u0073${key.slice(1)}","n":1.10}`
    expect(redact(sent)).toBe('{"password":"[redacted]","text":"[redacted]","n":1.1}')
  })

  it('looks into JSON that stands in a text', () => {
    expect(redact(JSON.stringify({ inner: '{"password":"x"}' }))).toBe(
      JSON.stringify({ inner: '{"password":"[redacted]"}' }),
    )
  })

  it('hides a text that begins as JSON, names a secret and can not be parsed', () => {
    expect(redact(JSON.stringify({ inner: '{"password":"x"', kept: 1 }))).toBe('{"inner":"[redacted]","kept":1}')
  })

  it('keeps a text that only speaks of a secret', () => {
    expect(redact('{"note":"I forgot my password"}')).toBe('{"note":"I forgot my password"}')
  })

  it('drops a body that names a secret and can not be parsed', () => {
    expect(redact('password=hunter2')).toBeUndefined()
    expect(redact('{"password":"hunter2"')).toBeUndefined()
    expect(redact('{"password":"hunter2"}', { ...json, isTruncated: true })).toBeUndefined()
  })

  it('redacts forms, cut ones too', () => {
    const form = { contentType: 'application/x-www-form-urlencoded', isTruncated: true }
    expect(redact('user=a&password=hunter2', form)).toBe('user=a&password=%5Bredacted%5D')
  })

  it('is not fooled by a name that is percent-encoded in a form, and leaves other forms as they are', () => {
    const form = { contentType: 'application/x-www-form-urlencoded', isTruncated: false }
    expect(redact('a=1+2&p%61ssword=hunter2', form)).toBe('a=1+2&password=%5Bredacted%5D')
    expect(redact('a=1%202&b=%41', form)).toBe('a=1%202&b=%41')
  })

  it.each([
    ...['client_secret', 'access_token', 'refresh_token', 'id_token', 'passwd', 'pwd', 'passphrase', 'authorization'],
    ...['private_key', 'api_key', 'X-Auth-Token', 'user[password]', 'profile.password'],
  ])('takes out what goes by the name %s, in JSON, forms and queries alike', name => {
    const form = { contentType: 'application/x-www-form-urlencoded', isTruncated: false }
    expect(redact(JSON.stringify({ [name]: 'hunter2' }))).toBe(JSON.stringify({ [name]: '[redacted]' }))
    expect(redact(`${encodeURIComponent(name)}=hunter2`, form)).not.toContain('hunter2')
    expect(redactQuery(`${encodeURIComponent(name)}=hunter2&b=1`)).toBe(`${encodeURIComponent(name)}=[redacted]&b=1`)
  })

  it('keeps what only tells of a secret', () => {
    const body = { tokenType: 'Bearer', max_tokens: 5, expires_in: 900, author: 'Ada', key: 'a' }
    expect(JSON.parse(redact(JSON.stringify(body)) ?? '')).toEqual(body)
  })

  it('looks into JSON that stands in a form', () => {
    const form = { contentType: 'application/x-www-form-urlencoded', isTruncated: false }
    const payload = encodeURIComponent('{"password":"hunter2"}')
    expect(redact(`payload=${payload}`, form)).toBe('payload=%7B%22password%22%3A%22%5Bredacted%5D%22%7D')
  })

  it('redacts literals in a GraphQL document', () => {
    const query = 'mutation { signIn(user: "a", password: "hun\\"ter2", token:"""t""") { id } }'
    const redacted = redact(JSON.stringify({ query })) ?? ''
    expect(redacted).not.toContain('ter2')
    expect(JSON.parse(redacted).query).toBe(
      'mutation { signIn(user: "a", password: "[redacted]", token:"[redacted]") { id } }',
    )
  })

  it('never lets the value of a secret name through', () => {
    const secret = 'S3CR3T-VALUE'
    const name = fc.constantFrom('password', 'Password', 'secret', 'token', 'apiKey', 'api_key', 'API-KEY')
    const withSecret = fc.tuple(name, fc.jsonValue()).map(([key, other]) => ({ other, inner: [{ [key]: secret }] }))
    fc.assert(
      fc.property(withSecret, fc.nat(80), fc.boolean(), (value, cutAt, isTruncated) => {
        const text = JSON.stringify(value)
        const sent = isTruncated ? text.slice(0, text.length - cutAt) : text
        return !(redact(sent, { ...json, isTruncated }) ?? '').includes(secret)
      }),
    )
  })
})
