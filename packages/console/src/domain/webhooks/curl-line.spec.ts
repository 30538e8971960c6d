import { execFileSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { curlLine } from './curl-line.ts'

const body = { text: '{"a":"it\'s"}', encoding: 'utf8' as const, state: 'captured' }
const sent = { method: 'POST', url: 'https://a.example/x?y=1', headers: { 'content-type': 'application/json' }, body }

describe('a curl line', () => {
  it('sends the same method, headers and body', () => {
    expect(curlLine(sent)).toBe(
      "curl -X POST 'https://a.example/x?y=1' \\\n  -H 'content-type: application/json' \\\n  --data-raw '{\"a\":\"it'\\''s\"}'",
    )
  })

  it('has a placeholder where a value is masked', () => {
    expect(curlLine({ ...sent, headers: { Authorization: '[masked]' } })).toContain(
      "'Authorization: YOUR_AUTHORIZATION'",
    )
  })

  it('is read by a shell as exactly these words, whatever they are', () => {
    const word = fc.string({ unit: fc.constantFrom('a', "'", '"', '$', '`', '\\', ' ', '\n', '!', ';', 'é') })
    fc.assert(
      fc.property(word, text => {
        const line = curlLine({ ...sent, body: { ...body, text: `x${text}` } }).replace(/^curl/, 'printf "%s\\0"')
        const words = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' }).split('\0')
        expect(words.at(-2)).toBe(`x${text}`)
      }),
      { numRuns: 40 },
    )
  })
})
