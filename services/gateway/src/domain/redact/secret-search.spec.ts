import { describe, expect, it } from '@jest/globals'
import { mayNameSecret } from '@sluice/predicate'
import fc from 'fast-check'
import { mayHoldSecret } from './secret-search.ts'

const WORDS = [
  'token',
  'secret',
  'pass',
  'word',
  'wrd',
  'phrase',
  'code',
  'credential',
  'cookie',
  'signature',
  'session',
]
const MORE = [
  'authorization',
  'id',
  'api',
  'app',
  'private',
  'access',
  'key',
  'pwd',
  'jwt',
  'sig',
  'auth',
  'slk_',
  'sls_',
]
const ENDS = ['"', '\\', '.', ']', ':', '\\u00', '\\U006']
const GAPS = [' ', '_', '-', '7', '\t', ' '.repeat(130), '9'.repeat(70), '_'.repeat(64)]
const part = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS, ...MORE) },
  { weight: 2, arbitrary: fc.constantFrom(...WORDS.map(word => word.toUpperCase()), 'SigNature', 'PaSs') },
  { weight: 3, arbitrary: fc.constantFrom(...ENDS, ...GAPS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
)
const long = 'x'.repeat(600)
const place = fc.record({ before: fc.nat(40), after: fc.nat(20), shift: fc.nat(7) })

/** What the text of a body says, looked at whole. */
function holdsByText(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  return /sl[ks]_/.test(text) || mayNameSecret(text)
}

/** The same bytes, so many behind the beginning of their memory. */
function placeAt(shift: number, bytes: Buffer): Buffer {
  const memory = Buffer.alloc(bytes.length + shift)
  bytes.copy(memory, shift)
  return memory.subarray(shift)
}

describe('the search for secrets in the bytes of a body', () => {
  it('overlooks none that its text shows, wherever it stands, and however the bytes lie in memory', () => {
    const counts = { held: 0, searched: 0 }
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), place, (parts, { before, after, shift }) => {
        const bytes = Buffer.from(`${long.slice(before)}${parts.join('')}${'z'.repeat(after)}`)
        const placed = placeAt(shift, bytes)
        const holds = holdsByText(bytes)
        if (holds) expect(mayHoldSecret(placed)).toBe(true)
        counts.held += Number(holds)
        counts.searched += Number(mayHoldSecret(placed))
      }),
      { numRuns: 20_000 },
    )
    // Nor does it take much for a secret that is none: gaps whose end it does not see.
    expect(counts.held).toBeGreaterThan(5_000)
    expect(counts.searched / counts.held).toBeLessThan(1.2)
  })

  it('finds one at the very beginning and at the very end', () => {
    for (const name of ['"pwd"', '"token', 'api-key', 'Sig:', '\\u0041', 'jwt.', 'slk_0']) {
      for (let shift = 0; shift < 8; shift += 1) {
        for (const text of [name + long, long + name, `${long}${name}x`])
          expect(mayHoldSecret(placeAt(shift, Buffer.from(text)))).toBe(true)
      }
    }
  })

  it('finds none in usual texts', () => {
    const text = 'The designer has passed the key of the application to the author. '.repeat(20)
    expect(mayHoldSecret(Buffer.from(JSON.stringify({ text: text.slice(0, 900) })))).toBe(false)
  })

  it('gives up a body that consists of beginnings', () => {
    expect(mayHoldSecret(Buffer.from('passport '.repeat(60)))).toBe(false)
    expect(mayHoldSecret(Buffer.from('passport '.repeat(70)))).toBe(true)
  })
})
