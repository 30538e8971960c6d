import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { checkKeySecret } from '@sluice/contracts'
import { mintKey } from './crypto-key-mint.ts'

describe('minting a key', () => {
  it('makes a secret whose check digits are right, and its SHA-256', () => {
    const { secret, hash, hint } = mintKey()
    expect(checkKeySecret(secret.reveal())).toBe(true)
    expect(hash).toBe(createHash('sha256').update(secret.reveal()).digest('hex'))
    expect(secret.reveal().endsWith(hint)).toBe(true)
  })

  it('never makes the same key twice', () => {
    const minted = Array.from({ length: 1000 }, mintKey)
    expect(new Set(minted.map(({ hash }) => hash)).size).toBe(1000)
    expect(new Set(minted.map(({ id }) => id)).size).toBe(1000)
  })

  it('can be printed without giving the secret away', () => {
    const minted = mintKey()
    expect(JSON.stringify(minted)).not.toContain(minted.secret.reveal())
  })
})
