import { createHash } from 'node:crypto'
import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { documentHash } from './document-hash.ts'

it('a trusted document has the hash that every other program gives its text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      expect(documentHash(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
    }),
  )
})
