import { describe, expect } from '@jest/globals'
import { deserialize, EJSON } from 'bson'
import { encode } from '../bson-codec.ts'
import type { Collection, Document } from '../port.ts'
import { FAILING_EXPRESSIONS, FOREIGN_EXPRESSIONS, MALFORMED_EXPRESSIONS } from './bad-expressions.ts'
import { EXPRESSION_DOCUMENT, EXPRESSIONS } from './expressions.ts'
import { promisesOf, type StoreHarness, useStore } from './harness.ts'

/** With the type of each number. */
const canonical = (bytes: Uint8Array): unknown =>
  EJSON.serialize(deserialize(bytes, { promoteValues: false }), { relaxed: false })

const computed = (expression: unknown): Document[] => [{ $replaceWith: { value: expression } }]

export function describeExpressions(harness: StoreHarness): void {
  const it = promisesOf(harness)
  describe('expressions', () => {
    const bench = useStore(harness)
    let made: Promise<Collection> | undefined
    const documents = () => {
      made ??= bench.collection([EXPRESSION_DOCUMENT])
      return made
    }
    for (const [sentence, expression, expected] of EXPRESSIONS) {
      it(`expression: ${sentence}`, async () => {
        const [answer] = await (await documents()).aggregateRaw(computed(expression))
        const wanted = encode(expected === undefined ? {} : { value: expected })
        expect(answer && canonical(answer)).toEqual(canonical(wanted))
      })
    }
    for (const [sentence, expression] of FAILING_EXPRESSIONS) {
      it(`fail: ${sentence}`, async () => {
        const answer = (await documents()).aggregate(computed(expression))
        await expect(answer).rejects.toMatchObject({ name: 'InvalidQueryError' })
      })
    }
    for (const [sentence, expression] of MALFORMED_EXPRESSIONS) {
      it(`call ${sentence} malformed, where nothing is read as well`, async () => {
        const nothing = bench.store().collection({ db: 'conformance', collection: 'no-documents' })
        const answer = nothing.aggregate(computed(expression))
        await expect(answer).rejects.toMatchObject({ name: 'InvalidQueryError' })
      })
    }
    for (const [index, [name, expression]] of FOREIGN_EXPRESSIONS.entries()) {
      it(`name ${name} in an expression, form ${index + 1}`, async () => {
        const refusal = { name: 'UnsupportedByStoreError', message: expect.stringContaining(name) }
        await expect((await documents()).aggregate(computed(expression))).rejects.toMatchObject(refusal)
        await expect((await documents()).find({ $expr: expression })).rejects.toMatchObject(refusal)
      })
    }
  })
}
