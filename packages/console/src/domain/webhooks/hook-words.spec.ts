import { describe, expect, it } from '@jest/globals'
import { hookWords } from './hook-words.ts'

describe('the words of a list about a webhook', () => {
  it('say how many it mails, when it is switched off, and how it is signed', () => {
    const hook = {
      contact: ['ann@example.com', 'bob@example.com', 'cleo@example.com'],
      disableAfter: { failures: 1_000, days: 5 },
      signature: { prefix: 'svix', second: { header: 'X-Hub-Signature-256' } },
    }
    expect(hookWords(hook, 'en-GB')).toBe(
      '3 contacts\u00a0· off after 1,000 failures in 5 days\u00a0· signed by svix-signature and X-Hub-Signature-256',
    )
  })

  it.each([
    [{ contact: ['ann@example.com'] }, '1 contact'],
    [{ disableAfter: { failures: 1, days: 1 } }, 'off after 1 failure in 1 day'],
    [{ signature: { prefix: 'svix' } }, 'signed by svix-signature'],
    [{ signature: { prefix: 'webhook', second: { header: 'X-Own' } } }, 'signed by webhook-signature and X-Own'],
    [{ signature: { prefix: 'webhook' } }, ''],
    [{}, ''],
  ])('are of what it has: %j', (hook, words) => {
    expect(hookWords(hook, 'en-GB')).toBe(words)
  })
})
