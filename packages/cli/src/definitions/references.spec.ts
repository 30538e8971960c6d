// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the files look like placeholders.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { escapeReferences, hasStrayReference, referencesOf, resolveText } from './references.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom('$', '{', '}', '${', 'secret:X', 'a')).map(parts => parts.join('')),
)

describe('a text of a server, as it is written into a file', () => {
  it.each(['${secret:HOOK}', '${', '$${var:A}', '$$$${'])('is no reference, even where it looks like one: %s', one => {
    expect(referencesOf(escapeReferences(one))).toEqual([])
    expect(hasStrayReference(escapeReferences(one))).toBe(false)
  })

  it('is read as itself, whatever it is', () => {
    const isReadAsItself = (one: string): boolean => {
      const written = escapeReferences(one)
      return resolveText(written, () => undefined) === one && !hasStrayReference(written)
    }
    fc.assert(fc.property(text, isReadAsItself), { examples: [['$${{']], numRuns: 1_000 })
  })
})
