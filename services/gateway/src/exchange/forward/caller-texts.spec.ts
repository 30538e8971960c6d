import { describe, expect, it } from '@jest/globals'
import { type GrantedCaller, grantedCaller, grantedPermission } from '@sluice/contracts'
import { formatGrantedCaller } from '@sluice/service-kit'
import fc from 'fast-check'
import { createCallerTexts } from './caller-texts.ts'

const principalOf = (id: string, note: unknown): GrantedCaller['principal'] =>
  grantedCaller.shape.principal.parse({ id, roles: ['reader'], via: 'password', properties: { note } })
const policies = ['a', 'b'].map(role => grantedPermission.shape.apiKeys.parse({ roles: [role] }))
const [policy] = policies
const assistants = grantedPermission.shape.mcp.parse({ tools: ['find_documents'] })

/** Draws callers as a gateway hands them in: principals, policies and positions are its own objects, a permission is made each time. */
const caller = fc
  .record({
    principal: fc.constantFrom(principalOf('ann', 1), principalOf('ann', 2), principalOf('bob', 1)),
    isRoot: fc.boolean(),
    id: fc.constantFrom('none', 'a', 'b'),
    rules: fc.constantFrom(null, '{"readFilter":{"team":"blue"}}', '{"readFilter":{"team":"red"}}'),
    apiKeys: fc.constantFrom(null, ...policies),
    keyRules: fc.constantFrom(undefined, { rateLimit: 1 }),
    mcp: fc.constantFrom(undefined, assistants),
    positions: fc.constantFrom({}, { keys: 1 }, { keys: 2 }),
  })
  .map(({ principal, isRoot, id, positions, ...rest }) => {
    const permission = id === 'none' ? null : { id, ...rest }
    return { principal, isRoot, permission, positions }
  })

const ann = principalOf('ann', 1)
const positions = { keys: 1 }
const known = (): GrantedCaller => ({
  principal: ann,
  isRoot: false,
  permission: { id: 'a', rules: '{"readFilter":{"team":"blue"}}', apiKeys: policy ?? null },
  positions,
})

describe('the text that tells of a caller', () => {
  it('is never that of another caller, permission, filling or place in the change log', () => {
    fc.assert(
      fc.property(fc.array(caller, { minLength: 1, maxLength: 60 }), callers => {
        const textOf = createCallerTexts()
        for (const one of callers) expect(textOf(one)).toMatchObject(formatGrantedCaller(one))
      }),
    )
  })

  it('is made once for as long as all of it stays the same', () => {
    const textOf = createCallerTexts()
    const first = textOf(known())
    expect(textOf(known())).toBe(first)
    const other = textOf({ ...known(), permission: null })
    expect(textOf({ ...known(), permission: null })).toBe(other)
    expect(textOf(known())).toBe(first)
  })

  it('is made anew for a change of its filling, and kept for some of them', () => {
    const textOf = createCallerTexts()
    const fill = (number: number) => {
      const { permission, ...rest } = known()
      return { ...rest, permission: permission && { ...permission, rules: `{"readFilter":{"at":${number}}}` } }
    }
    const first = textOf(fill(0))
    for (let number = 1; number < 8; number += 1) textOf(fill(number))
    expect(textOf(fill(0))).toBe(first)
    textOf(fill(8))
    const again = textOf(fill(0))
    expect(again).not.toBe(first)
    expect(again).toMatchObject(formatGrantedCaller(fill(0)))
  })

  it('is kept within 8 Mi characters: those that were used last stay', () => {
    const textOf = createCallerTexts()
    const large = 'x'.repeat(3 << 20)
    const [one, other] = [principalOf('one', large), principalOf('other', large)]
    const tell = (principal: GrantedCaller['principal']) => textOf({ ...known(), principal })
    const first = tell(one)
    expect(tell(one)).toBe(first)
    const second = tell(other)
    expect(tell(other)).toBe(second)
    expect(tell(one)).not.toBe(first)
  })
})
