import { describe, expect, it } from '@jest/globals'
import { passwordRecipe } from './password-hash.ts'

const salted = 'N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'
const argon2id = (parameters: string) => `$argon2id$v=19$${parameters}$c29tZXNhbHR5c2FsdA$RdescudvJCsgt3ub+b1dWQ`

describe('the recipe of a password hash', () => {
  it.each(['2a', '2b', '2y'])('is told of bcrypt in the form %s', version => {
    expect(passwordRecipe(`$${version}$10$${salted}`)).toEqual({ kind: 'bcrypt', name: 'bcrypt 10' })
  })

  it('is told of argon2id', () => {
    const recipe = { kind: 'argon2id', name: 'argon2id 19456 2 1' }
    expect(passwordRecipe(argon2id('m=19456,t=2,p=1'))).toEqual(recipe)
  })

  it.each([
    ['a form of bcrypt that is broken', `$2x$10$${salted}`],
    ['bcrypt that is too dear', `$2b$15$${salted}`],
    ['bcrypt that was cut', `$2b$10$${salted.slice(1)}`],
    ['argon2id that takes too much memory', argon2id('m=262145,t=2,p=1')],
    ['argon2id that takes too long', argon2id('m=19456,t=11,p=1')],
    ['another argon2', argon2id('m=19456,t=2,p=1').replace('argon2id', 'argon2i')],
    ['a password as it is', 'correct horse'],
    ['nothing', ''],
  ])('is not told of %s', (_what, hash) => {
    expect(passwordRecipe(hash)).toBeUndefined()
  })
})
