import { execFileSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { assert, property, string } from 'fast-check'
import { requestLine } from './request-line.ts'

describe('a line of curl that sends a document', () => {
  it('says method, address, version and body', () => {
    expect(requestLine({ method: 'PUT', url: 'http://x/a', etag: '"1"', body: '{}' })).toBe(
      `curl -u USER -X PUT http://x/a \\\n  -H 'If-Match: "1"' \\\n  -H 'Content-Type: application/json' \\\n  -d '{}'`,
    )
  })

  it('holds any body as one word of the shell', () => {
    const whole = string({ unit: 'grapheme' }).filter(text => !text.includes('\0'))
    assert(
      property(whole, body => {
        const line = requestLine({ method: 'POST', url: 'http://x/a', body }).replace('curl', 'printf "%s\\0"')
        const words = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' }).split('\0')
        expect(words.at(-2)).toBe(body)
      }),
      { numRuns: 50 },
    )
  })
})
