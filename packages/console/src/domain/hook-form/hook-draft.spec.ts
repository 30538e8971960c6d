import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { addressesIn, attemptTimes, documentOf, draftOf, newDraft } from './hook-draft.ts'
import { MASK } from './signature-draft.ts'

const common = {
  name: fc.string(),
  condition: fc.string(),
  enabled: fc.boolean(),
  maxPerMinute: fc.nat(),
}
const retry = fc.record({ attempts: fc.nat(20), schedule: fc.array(fc.nat(86_400), { minLength: 1 }) })
const disableAfter = fc.record({ failures: fc.nat(), days: fc.nat(30) })
const address = fc.constantFrom('a@x.example', 'b@y.example')
const contact = fc.array(address, { minLength: 1, maxLength: 5 })
/** What may be left out. */
const leftOut = fc.record({ retry, disableAfter, contact }, { requiredKeys: [] })
const http = fc.record({
  ...common,
  type: fc.constant('http' as const),
  url: fc.string(),
  timeout_ms: fc.nat(),
  headers: fc.dictionary(fc.stringMatching(/^[a-z-]{1,9}$/), fc.oneof(fc.string({ minLength: 1 }), fc.constant(MASK))),
  transform: fc.record({ enabled: fc.boolean(), template: fc.string() }),
})
const signed = fc.record({
  scheme: fc.constant('standard' as const),
  prefix: fc.constantFrom('webhook', 'svix'),
  second: fc.record({
    scheme: fc.constant('timed-hmac-sha256' as const),
    header: fc.string(),
    secret: fc.constant(MASK),
  }),
})
const mail = fc.record({
  ...common,
  type: fc.constant('email' as const),
  email: fc.record({
    to: fc.array(address),
    cc: fc.array(address),
    subject: fc.string(),
    bodyType: fc.constantFrom('json' as const, 'html' as const),
    bodyTemplate: fc.string(),
  }),
})

describe('the form of a webhook', () => {
  it('stands for the same webhook, with what is masked left as it is', () => {
    fc.assert(
      fc.property(fc.oneof(http, mail), leftOut, (fields, some) => {
        const hook = { ...fields, ...some }
        expect(documentOf(draftOf(hook))).toEqual(hook)
      }),
    )
  })

  it('keeps a signature that it was given, the second secret left as it is', () => {
    fc.assert(
      fc.property(http, signed, (fields, signature) => {
        expect(documentOf(draftOf({ ...fields, signature }))).toEqual({ ...fields, signature })
      }),
    )
  })

  it('sends what is no number so that the server refuses it', () => {
    const sent = JSON.parse(JSON.stringify(documentOf({ ...newDraft('http'), timeoutMs: 'soon', maxPerMinute: '' })))
    expect(sent).toMatchObject({ timeout_ms: null, maxPerMinute: null })
  })

  it('takes addresses as they are pasted', () => {
    expect(addressesIn('a@x.example; b@y.example,\n c@z.example ')).toEqual([
      'a@x.example',
      'b@y.example',
      'c@z.example',
    ])
  })

  it('leaves out a header of which nothing is typed', () => {
    const headers = [{ key: 1, name: '', value: '', isKept: false }]
    expect(documentOf({ ...newDraft('http'), headers })).toMatchObject({ headers: {} })
  })
})

describe('the times of the attempts', () => {
  it('are one where nothing is tried again', () => {
    expect(attemptTimes(newDraft('http'))).toEqual([0])
  })

  it('add up, and the last pause repeats', () => {
    const draft = { ...newDraft('http'), isRetried: true, attempts: '4', schedule: '10, 60' }
    expect(attemptTimes(draft)).toEqual([0, 10, 70, 130])
  })

  it.each([
    ['1', '10'],
    ['21', '10'],
    ['x', '10'],
    ['3', ''],
    ['3', '0'],
    ['3', 'x'],
  ])('are not known for %s attempts after %s', (attempts, schedule) => {
    expect(attemptTimes({ ...newDraft('http'), isRetried: true, attempts, schedule })).toBeUndefined()
  })
})
