import { describe, expect, it } from '@jest/globals'
import { userId } from '@sluice/contracts'
import { Long } from 'bson'
import fc from 'fast-check'
import { formatDocument } from './json/format-document.ts'
import { arbitraryDocument } from './testing/arbitrary-document.ts'
import { propertiesOf, readUser } from './user-properties.ts'

const principal = { id: userId.parse('ann'), roles: [], via: 'password' as const }
/** Brings properties as a grant does. */
const sent = (properties: object): Record<string, unknown> => JSON.parse(JSON.stringify(properties))
const shown = (document: unknown) => formatDocument(document, 'canonical')

describe('the properties of a user', () => {
  it('come to another service as they are stored, with every digit and type', () => {
    fc.assert(
      fc.property(arbitraryDocument, document => {
        const read = readUser({ ...principal, properties: sent(propertiesOf(document)) })
        expect(shown(read)).toBe(shown({ ...document, _id: 'ann' }))
      }),
    )
  })

  it('are not rounded beyond 2^53', () => {
    const tenant = Long.fromString('9007199254740993')
    const read = readUser({ ...principal, properties: sent(propertiesOf({ tenant })) })
    expect(String(read?.tenant)).toBe('9007199254740993')
  })

  it.each([
    { $regularExpression: 'x', a: 1 },
    { $oid: '0123456789abcdef01234567', x: 1 },
  ])('stay objects where they only look like a type: %j', odd => {
    const read = readUser({ ...principal, properties: sent(propertiesOf({ odd, tenant: 'a' })) })
    expect(shown(read)).toBe(shown({ odd, tenant: 'a', _id: 'ann' }))
  })

  it('bind nothing where no document can have them', () => {
    expect(readUser({ ...principal, properties: { odd: { $numberLong: 'x' }, tenant: 'a' } })).toEqual({ _id: 'ann' })
  })

  it('are nobody’s for an anonymous caller', () => {
    expect(readUser({ id: null, roles: [], via: 'none' })).toBeUndefined()
  })
})
