import { describe, expect, it } from '@jest/globals'
import { activeSecrets, keepSecrets, rotateSecret } from './rotate-secret.ts'

const at = new Date(1_700_000_000_000)
const after = (seconds: number) => new Date(at.getTime() + seconds * 1000)
const first = { secret: 'first' }

describe('rotating a signing secret', () => {
  const second = rotateSecret(first, { next: 'second', graceSeconds: 60, at })

  it('has both sign until the grace has ended, the newest first', () => {
    expect(activeSecrets(second, after(59))).toEqual(['second', 'first'])
    expect(activeSecrets(second, after(60))).toEqual(['second'])
  })

  it('during the grace leaves the newest two', () => {
    const third = rotateSecret(second, { next: 'third', graceSeconds: 10, at: after(1) })
    expect(activeSecrets(third, after(2))).toEqual(['third', 'second'])
    expect(activeSecrets(third, after(11))).toEqual(['third'])
  })

  it('without a grace has the new one sign alone, and keeps nothing of the old one', () => {
    expect(rotateSecret(second, { next: 'third', graceSeconds: 0, at })).toEqual({ secret: 'third' })
  })

  it('is kept by other changes for as long as it signs', () => {
    expect(keepSecrets(second, after(59))).toEqual(second)
    expect(keepSecrets(second, after(60))).toEqual({ secret: 'second' })
    expect(keepSecrets(first, at)).toEqual(first)
  })
})
