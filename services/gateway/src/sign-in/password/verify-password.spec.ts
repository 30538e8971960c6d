import { describe, expect, it } from '@jest/globals'
import { hash as hashArgon2 } from '@node-rs/argon2'
import { hash as hashBcrypt } from '@node-rs/bcrypt'
import { passwordRecipe } from '@sluice/contracts'
import { createPasswordVerifier } from './verify-password.ts'

const bcrypt = `$2b$10$${'N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'}`
const dearer = bcrypt.replace('$10$', '$12$')
const argon2id = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHR5c2FsdA$RdescudvJCsgt3ub+b1dWQ'

/** A verifier that notes what it verifies, and finds only one password right. */
function countingVerifier() {
  const costs: string[] = []
  const verifier = createPasswordVerifier(async ({ name }, _stored, password) => {
    costs.push(name)
    return password === 'right'
  })
  return {
    ...verifier,
    async costOf(stored: string | undefined, password: string) {
      costs.length = 0
      const isRight = await verifier.verify(stored, password)
      return { isRight, costs: [...costs].sort() }
    },
  }
}

describe('verifying a password', () => {
  it('costs the same for a wrong password and for a user who does not exist', async () => {
    const { costOf } = countingVerifier()
    const expected = { isRight: false, costs: ['argon2id 19456 2 1'] }
    expect(await costOf(argon2id, 'wrong')).toEqual(expected)
    expect(await costOf(undefined, 'wrong')).toEqual(expected)
  })

  it('costs the same also where some users were imported with other hashes', async () => {
    const { costOf, note } = countingVerifier()
    note(bcrypt)
    note(dearer)
    const expected = { isRight: false, costs: ['argon2id 19456 2 1', 'bcrypt 10', 'bcrypt 12'] }
    for (const stored of [argon2id, bcrypt, dearer, undefined, 'no hash']) {
      expect(await costOf(stored, 'wrong')).toEqual(expected)
    }
  })

  it('costs no more than the own hash when the password is right', async () => {
    const { costOf, note } = countingVerifier()
    note(dearer)
    expect(await costOf(bcrypt, 'right')).toEqual({ isRight: true, costs: ['bcrypt 10'] })
  })

  it('never takes a password for that of a user who does not exist', async () => {
    expect((await countingVerifier().costOf(undefined, 'right')).isRight).toBe(false)
    expect((await countingVerifier().costOf('no hash', 'right')).isRight).toBe(false)
  })

  it('never costs more than four recipes, however many there are', async () => {
    const { costOf, note } = countingVerifier()
    for (let cost = 10; cost < 15; cost += 1) note(bcrypt.replace('$10$', `$${cost}$`))
    const { costs } = await costOf(undefined, 'wrong')
    expect(costs).toHaveLength(4)
    expect(costs).toContain('argon2id 19456 2 1')
  })

  it('knows the hashes of both libraries, and decoys that they take for hashes', async () => {
    const verifier = createPasswordVerifier()
    const hashes = [await hashArgon2('pä:ss', { memoryCost: 64, timeCost: 1 }), await hashBcrypt('pä:ss', 4)]
    for (const stored of hashes) {
      expect(await verifier.verify(stored, 'pä:ss')).toBe(true)
      expect(await verifier.verify(stored, 'pass')).toBe(false)
    }
    for (const version of ['2a', '2y']) {
      expect(await verifier.verify(hashes[1]?.replace('$2b$', `$${version}$`), 'pä:ss')).toBe(true)
    }
  })

  it('makes decoys that cost what the hash costs', async () => {
    const seen: string[] = []
    const verifier = createPasswordVerifier(async (_recipe, stored) => {
      seen.push(stored)
      return false
    })
    verifier.note(bcrypt)
    await verifier.verify(undefined, 'x')
    expect(seen.map(stored => passwordRecipe(stored)?.name)).toEqual(['argon2id 19456 2 1', 'bcrypt 10'])
    expect(seen).not.toContain(bcrypt)
  })
})
