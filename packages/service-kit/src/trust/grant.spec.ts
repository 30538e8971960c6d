import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { type Grant, grant as grantSchema } from '@sluice/contracts'
import fc from 'fast-check'
import { secret } from '../settings/secret.ts'
import {
  CALLER_HEADER,
  createGrantCheck,
  type ExpectedGrant,
  grantKeys,
  hasGrant,
  REQUEST_HEADER,
  type SignedGrant,
  signGrant,
  signWholeGrant,
  WHOLE_GRANT_HEADER,
} from './grant.ts'
import { formatGrantedCaller } from './granted-caller.ts'
import { formatHeaderJson } from './header-json.ts'

const old = secret('o'.repeat(32))
const current = secret('c'.repeat(32))
const issuedAt = 1_700_000_000_000
const content: Grant = grantSchema.parse({
  upstream: 'keys',
  requestId: '0198c3a0-0000-7000-8000-000000000001',
  method: 'POST',
  target: '/keys?a=1',
  issuedAt,
  principal: { id: 'ada', roles: ['reader'], via: 'password' },
  isRoot: false,
  permission: null,
  positions: { keys: 3 },
  chain: [],
})
const expected: ExpectedGrant = { upstream: 'keys', method: 'POST', target: '/keys?a=1', now: issuedAt }
const principal: Grant['principal'] = { ...content.principal, id: grantSchema.shape.principal.shape.id.parse('eve') }

const keysOf = (...secrets: Parameters<typeof grantKeys>[0]) => grantKeys(secrets, 'keys')
const sign = (grant: Grant, keys = keysOf(current)) => signGrant(formatGrantedCaller(grant), grant, keys[0]!)!
const checkGrant = createGrantCheck()
const check = (
  headers: Parameters<typeof checkGrant>[0],
  changed: Partial<ExpectedGrant> = {},
  keys = keysOf(current),
) => checkGrant(headers, keys, { ...expected, ...changed })
const signed = sign(content)
const valid = { kind: 'valid', grant: content }
const refusedFor = (reason: string) => ({ kind: 'invalid', reason })

const macOf = (text: string) => createHmac('sha256', keysOf(current)[0]!).update(text).digest('base64url')
const signWhole = (value: object) => {
  const payload = formatHeaderJson(value)
  return { [WHOLE_GRANT_HEADER]: `${payload}.${macOf(payload)}` }
}
const whole = { ...signWholeGrant(content, keysOf(current)[0]!) }

/** Halves of surrogate pairs, too. */
const text = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)) })
const forms: { form: string; headers: Record<string, string> }[] = [
  { form: 'two parts', headers: signed },
  { form: 'one, as before version 2', headers: whole },
]

describe.each(forms)('checking a grant of $form', ({ headers }) => {
  const names = Object.keys(headers)

  it('gives back what the gateway has signed', () => {
    expect(hasGrant(headers)).toBe(true)
    expect(check(headers)).toEqual(valid)
    expect(check(headers)).toEqual(valid)
  })

  it.each(names)('refuses it when any bit of %s was flipped', name => {
    const header = headers[name] ?? ''
    fc.assert(
      fc.property(fc.nat(header.length - 1), fc.nat(6), (at, bit) => {
        const flipped = String.fromCharCode(header.charCodeAt(at) ^ (1 << bit))
        return check({ ...headers, [name]: header.slice(0, at) + flipped + header.slice(at + 1) }).kind === 'invalid'
      }),
      { numRuns: 2000 },
    )
  })

  it.each(names)('refuses it when anything stands before or after %s, or it is there twice', name => {
    const header = headers[name] ?? ''
    const isRefused = (changed: string | string[]) => check({ ...headers, [name]: changed }).kind === 'invalid'
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), more =>
        [more + header, header + more, `${header}.${more}`, `${header} ${more}`].every(isRefused),
      ),
    )
    expect([`${header}, ${header}`, `${header},${header}`, [header, header]].every(isRefused)).toBe(true)
  })

  it.each(names)('refuses every text in %s that nobody has signed, and never throws', name => {
    const texts = fc.oneof(
      fc.string(),
      text,
      fc.tuple(fc.base64String(), fc.base64String()).map(parts => parts.join('.')),
      fc.tuple(fc.base64String(), fc.base64String()).map(parts => parts.join(' ')),
    )
    fc.assert(fc.property(texts, changed => check({ ...headers, [name]: changed }).kind === 'invalid'))
  })

  it.each([{ method: 'DELETE' }, { target: '/keys?a=2' }, { target: '/keys' }])(
    'refuses it for another request: %j',
    changed => {
      expect(check(headers, changed)).toEqual(refusedFor('request'))
    },
  )

  it('refuses it 30 s after it was signed, and as long before', () => {
    expect(check(headers, { now: issuedAt + 30_000 }).kind).toBe('valid')
    expect(check(headers, { now: issuedAt + 30_001 })).toEqual(refusedFor('age'))
    expect(check(headers, { now: issuedAt - 30_001 })).toEqual(refusedFor('age'))
  })

  it('refuses it under another secret, and takes both during a rotation', () => {
    expect(check(headers, {}, keysOf(old))).toEqual(refusedFor('signature'))
    expect(check(headers, {}, [])).toEqual(refusedFor('signature'))
    expect(check(headers, {}, keysOf(old, current)).kind).toBe('valid')
  })

  it('refuses it at another service, even one with the same secret', () => {
    const atData = checkGrant(headers, grantKeys([current], 'data'), { ...expected, upstream: 'data' })
    expect(atData).toEqual(refusedFor('signature'))
    expect(check(headers, { upstream: 'data' })).toEqual(refusedFor('upstream'))
  })
})

describe('a grant of two parts', () => {
  it('comes back as it was signed, whatever its texts hold', () => {
    const anyContent = fc.record({ id: text, note: text, rules: text, webhook: text, target: text, address: text })
    fc.assert(
      fc.property(anyContent, ({ id, note, rules, webhook, target, address }) => {
        const grant: Grant = {
          ...content,
          target,
          principal: { ...content.principal, properties: { [note]: note } },
          permission: { id, rules, apiKeys: null },
          chain: [webhook],
          clientAddress: address,
        }
        const headers = sign(grant)
        for (const value of Object.values(headers)) expect(value).toMatch(/^[!-~ ]+$/)
        expect(check(headers, { target })).toEqual({ kind: 'valid', grant })
      }),
    )
  })

  it('lets no request speak for another caller, also one who is known', () => {
    const others: Partial<Grant>[] = [
      { principal },
      { isRoot: true },
      { permission: { id: 'all', rules: null, apiKeys: null } },
      { positions: { keys: 4 } },
      { positions: {} },
    ]
    for (const other of others) {
      const headers = sign({ ...content, ...other })
      expect(check(headers)).toEqual({ kind: 'valid', grant: { ...content, ...other } })
      const swapped = { ...headers, [REQUEST_HEADER]: signed[REQUEST_HEADER] }
      expect(check(swapped)).toEqual(refusedFor('signature'))
      expect(check({ ...signed, [REQUEST_HEADER]: headers[REQUEST_HEADER] })).toEqual(refusedFor('signature'))
    }
    expect(check(signed)).toEqual(valid)
  })

  it('is none without one of them', () => {
    for (const name of [CALLER_HEADER, REQUEST_HEADER] as const) {
      const half: Partial<SignedGrant> = { ...signed, [name]: undefined }
      expect(hasGrant(half)).toBe(true)
      expect(check(half)).toEqual(refusedFor('missing'))
    }
    expect(hasGrant({ 'x-sluice-pass': 'x' })).toBe(false)
    expect(check({})).toEqual(refusedFor('missing'))
  })

  it('is refused beside one of version 1', () => {
    expect(check({ ...signed, ...whole })).toEqual(refusedFor('ambiguous'))
    expect(check({ ...whole, [CALLER_HEADER]: signed[CALLER_HEADER] })).toEqual(refusedFor('ambiguous'))
  })

  it('is refused where it is of an unknown version, or says what is none', () => {
    const { text: caller, digest } = formatGrantedCaller(content)
    const resigned = (line: string, about = digest) => `${line} ${macOf(`${about} ${line}`)}`
    const line = signed[REQUEST_HEADER].slice(0, signed[REQUEST_HEADER].lastIndexOf(' '))
    expect(check({ [CALLER_HEADER]: caller, [REQUEST_HEADER]: resigned(line) })).toEqual(valid)
    const newer = resigned(line.replace('2 ', '3 '))
    expect(check({ [CALLER_HEADER]: caller, [REQUEST_HEADER]: newer })).toEqual(refusedFor('content'))
    const nobody = formatGrantedCaller({ ...content, principal: JSON.parse('{}') })
    const headers = { [CALLER_HEADER]: nobody.text, [REQUEST_HEADER]: resigned(line, nobody.digest) }
    expect(check(headers)).toEqual(refusedFor('content'))
  })

  it('signs with the first secret of a rotation', () => {
    expect(check(sign(content, keysOf(current, old))).kind).toBe('valid')
  })

  it('is not signed where it would not fit into the headers', () => {
    const large = 'x'.repeat(40 * 1024)
    const properties = { text: 'x'.repeat(48 * 1024) }
    const signAny = (grant: Grant) => signGrant(formatGrantedCaller(grant), grant, keysOf(current)[0]!)
    expect(signAny({ ...content, principal: { ...content.principal, properties } })).toBeUndefined()
    expect(signAny({ ...content, target: large })).toBeDefined()
    expect(signAny({ ...content, target: large + large })).toBeUndefined()
    expect(
      signAny({ ...content, target: large, permission: { id: large, rules: null, apiKeys: null } }),
    ).toBeUndefined()
  })
})

describe('a grant of one part', () => {
  it('is refused where it is of an unknown version', () => {
    expect(check(signWhole({ ...content, version: 2 }))).toEqual(refusedFor('content'))
    expect(check(signWhole(content))).toEqual(refusedFor('content'))
  })

  it('is never what was signed as two parts', () => {
    const { digest } = formatGrantedCaller(content)
    const [line, mac] = signed[REQUEST_HEADER].split(/ (?=[^ ]+$)/)
    expect(check({ [WHOLE_GRANT_HEADER]: `${digest} ${line}.${mac}` })).toEqual(refusedFor('missing'))
  })
})
