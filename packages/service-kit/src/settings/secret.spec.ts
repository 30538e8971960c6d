import { inspect } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { secret } from './secret.ts'

describe('a secret', () => {
  const hidden = secret('open sesame')

  it('shows its text to whoever asks for it by name', () => {
    expect(hidden.reveal()).toBe('open sesame')
  })

  it('shows nothing of it when it is printed, logged or sent', () => {
    expect(`${hidden} ${JSON.stringify({ hidden })} ${inspect({ hidden })}`).not.toContain('sesame')
  })
})
