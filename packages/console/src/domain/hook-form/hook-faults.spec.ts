import { describe, expect, it } from '@jest/globals'
import { newDraft } from './hook-draft.ts'
import { hookFaults } from './hook-faults.ts'

const sent = { ...newDraft('http'), contact: 'ann@example.com, bob@', schedule: '5 0' }
const NO_ADDRESS = 'This is no plain e-mail address.'

describe('the faults of a webhook', () => {
  it('name the value that is meant, of a list that is typed as one text', () => {
    const errors = [
      { path: 'contact.1', message: NO_ADDRESS },
      { path: 'retry.schedule.1', message: 'It is too small.' },
    ]
    expect(hookFaults({ errors }, sent)).toEqual({
      byField: { contact: `“bob@”: ${NO_ADDRESS}`, 'retry.schedule': '“0”: It is too small.' },
      others: [],
    })
  })

  it.each([
    'contact',
    'contact.7',
    'disableAfter',
    'disableAfter.days',
    'disableAfter.failures',
    'signature.prefix',
    'signature.second.header',
    'signature.second.secret',
    'headers.a.b',
  ])('stand as they are at their field: %s', path => {
    const { byField, others } = hookFaults({ errors: [{ path, message: 'Wrong.' }] }, sent)
    expect([Object.values(byField), others]).toEqual([['Wrong.'], []])
  })

  it('are none of a refusal that names none', () => {
    expect(hookFaults({}, sent)).toEqual({ byField: {}, others: [] })
  })
})
