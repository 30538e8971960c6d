import { describe, expect, it } from '@jest/globals'
import { normalForm } from './normal-form.ts'
import { resolveDefinition, withReferences } from './webhook-values.ts'

const second = { scheme: 'hmac-sha256', header: 'x-own', encoding: 'hex', label: '', secret: '[masked]' }
const stored = normalForm('webhook', {
  name: 'Moves',
  condition: "path('/routes')",
  url: 'https://hooks.example.com/routes',
  signature: { second: { secret: '[masked]', label: '', header: 'x-own', encoding: 'hex', scheme: 'hmac-sha256' } },
})
const nothing = () => undefined

describe('the second secret of a webhook', () => {
  it('is a reference in a file that is pulled, its fields in their order', () => {
    const pulled = withReferences(stored, undefined, { values: nothing, prefix: 'moves', isUrlSecret: false })
    expect(JSON.stringify(pulled.signature)).toBe(
      JSON.stringify({ second: { ...second, secret: `\${secret:MOVES_SECRET}` } }),
    )
  })

  it('is left as it is where there is no value for it, and sent where there is one', () => {
    const signature = { second: { ...second, secret: `\${secret:MOVES_SECRET}` } }
    const file = normalForm('webhook', { ...stored, signature })
    expect(resolveDefinition(file, stored, nothing)).toMatchObject({
      document: { signature: { second: { secret: '[masked]' } } },
      missing: [],
    })
    const resolved = resolveDefinition(file, stored, () => 'the secret of now')
    expect(resolved).toMatchObject({
      document: { signature: { second: { secret: 'the secret of now' } } },
      shown: { signature: { second: { secret: '[masked]' } } },
      hidden: ['signature.second.secret'],
    })
  })

  it('is missing where the target has none either', () => {
    const signature = { second: { ...second, secret: `\${secret:MOVES_SECRET}` } }
    expect(resolveDefinition({ ...stored, signature }, undefined, nothing).missing).toEqual([
      'signature.second.secret: SLUICE_SECRET_MOVES_SECRET',
    ])
  })
})
