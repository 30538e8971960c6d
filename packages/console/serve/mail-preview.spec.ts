import { describe, expect, it } from '@jest/globals'
import { mailPreviewHeaders, mailPreviewPage } from './mail-preview.ts'

describe('the page in which a mail is shown', () => {
  it('has no origin, no network, and no script but the one with its nonce', () => {
    const policy = mailPreviewHeaders('abc')['content-security-policy'] ?? ''
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        'sandbox allow-scripts',
        "default-src 'none'",
        "script-src 'nonce-abc'",
        "frame-ancestors 'self'",
      ]),
    )
    expect(policy).not.toMatch(/allow-same-origin|img-src|connect-src|https?:/)
    expect(mailPreviewPage('abc').match(/<script/g)).toHaveLength(1)
    expect(mailPreviewPage('abc')).toContain('<script nonce="abc">')
  })
})
