import { describe, expect, it } from '@jest/globals'
import { timingParts } from './timing-parts.ts'

const none = { renderMs: null, dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null }

describe('the stages of a test', () => {
  it('come in their order, and together are the whole time', () => {
    const parts = timingParts({ ...none, dnsMs: 1, connectMs: 3, firstByteMs: 38, totalMs: 46 })
    expect(parts.map(({ label }) => label)).toEqual(['Address', 'Connect', 'Waiting for the target', 'Rest'])
    expect(parts.reduce((sum, { ms }) => sum + ms, 0)).toBe(46)
  })

  it('are one where none can be told from the others', () => {
    expect(timingParts({ ...none, totalMs: 5 })).toEqual([{ label: 'In all', kind: 'rest', ms: 5 }])
  })
})
