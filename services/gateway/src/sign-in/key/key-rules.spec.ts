import { describe, expect, it } from '@jest/globals'
import { type KeyRules, keyId } from '@sluice/contracts'
import { createRequestCounts } from '../client-limits.ts'
import { createLiveKeyRules } from './key-rules.ts'

const ID = keyId.parse('key-1')
const liveKeyRules = (rules: KeyRules) => createLiveKeyRules(createRequestCounts({ who: 'key' }))(ID, rules)

describe('the rules of a key', () => {
  it.each([
    ['192.0.2.1', true],
    ['192.0.3.1', false],
    ['2001:db8::5', true],
    ['2001:db9::5', false],
    ['', false],
    ['somewhere', false],
  ])('with allowedIps, judge %s', (address, isAllowed) => {
    const refusal = liveKeyRules({ allowedIps: ['192.0.2.0/24', '2001:db8::/32'] })(address)
    expect(refusal?.code).toBe(isAllowed ? undefined : 'FORBIDDEN')
  })

  it('with a rateLimit, let so many requests through in a minute and say when to come again', () => {
    const rules = liveKeyRules({ rateLimit: 3 })
    const answers = Array.from({ length: 4 }, () => rules('192.0.2.1'))
    expect(answers.map(refusal => refusal?.code)).toEqual([undefined, undefined, undefined, 'RATE_LIMITED'])
    expect(answers[3]?.retryAfterSeconds).toBe(20)
  })

  it('do not count what comes from an address that is not allowed', () => {
    const rules = liveKeyRules({ allowedIps: ['192.0.2.0/24'], rateLimit: 1 })
    for (let time = 0; time < 5; time += 1) rules('198.51.100.1')
    expect(rules('192.0.2.1')).toBeUndefined()
  })

  it('go on counting when the key is rotated or read anew, each key by itself', () => {
    let now = 0
    const rulesOf = createLiveKeyRules(createRequestCounts({ who: 'key', clock: () => now }))
    const uses = (id: string, rateLimit: number, times: number) => {
      const rules = rulesOf(keyId.parse(id), { rateLimit })
      return Array.from({ length: times }, () => rules('192.0.2.1')?.code ?? 'let through')
    }
    expect(uses('a', 3, 2)).toEqual(['let through', 'let through'])
    expect(uses('a', 3, 2)).toEqual(['let through', 'RATE_LIMITED'])
    expect(uses('a', 3, 1)).toEqual(['RATE_LIMITED'])
    expect(uses('b', 3, 1)).toEqual(['let through'])
    now += 20_000
    expect(uses('a', 3, 2)).toEqual(['let through', 'RATE_LIMITED'])
  })

  it('that say nothing hold up nobody', () => {
    expect(liveKeyRules({})('198.51.100.1')).toBeUndefined()
  })
})
