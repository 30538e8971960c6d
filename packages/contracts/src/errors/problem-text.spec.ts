import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type ErrorCode, errorCatalogue, problemDocument } from './errors.ts'
import { problemText } from './problem-text.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]
const text = fc.string({ unit: 'binary' })
const faults = fc.array(fc.record({ path: text, message: text, line: fc.nat() }, { requiredKeys: ['path', 'message'] }))
const refusal = fc.record(
  { code: fc.constantFrom(...codes), detail: text, errors: faults },
  { requiredKeys: ['code', 'detail'] },
)

describe('the text of a problem', () => {
  it('is to the byte the JSON of its document, whatever is said', () => {
    fc.assert(
      fc.property(refusal, text, (refused, requestId) => {
        expect(problemText(refused, requestId)).toBe(JSON.stringify(problemDocument(refused, requestId)))
      }),
    )
  })
})
