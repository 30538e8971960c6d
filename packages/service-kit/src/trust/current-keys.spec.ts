import { describe, expect, it } from '@jest/globals'
import { secret } from '../settings/secret.ts'
import { currentKeys } from './current-keys.ts'
import { grantKeys } from './grant.ts'

const old = secret('o'.repeat(32))
const next = secret('n'.repeat(32))

describe('the keys of the internal secrets', () => {
  it('are derived once for each list of secrets', () => {
    let secrets = [old]
    let derivations = 0
    const keys = currentKeys(
      () => secrets,
      list => {
        derivations += 1
        return grantKeys(list, 'keys')
      },
    )
    const before = keys()
    expect(keys()).toBe(before)
    expect(derivations).toBe(1)
    secrets = [next, old]
    expect(keys()).toHaveLength(2)
    expect(keys()[1]?.equals(before[0]!)).toBe(true)
    expect(derivations).toBe(2)
  })
})
