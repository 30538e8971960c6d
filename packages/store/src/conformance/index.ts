import { describe } from '@jest/globals'
import { describeConcurrency } from './concurrency.ts'
import { describeCrash } from './crash.ts'
import { describeExpressions } from './describe-expressions.ts'
import type { StoreHarness } from './harness.ts'
import { describeIndexes } from './indexes.ts'
import { describeLookUps } from './look-ups.ts'
import { describeReads } from './reads.ts'
import { describeRecorded } from './recorded.ts'
import { describeRefusals } from './refusals.ts'
import { describeTypes } from './types.ts'
import { describeFieldSets } from './writing/field-sets.ts'
import { describeWrites } from './writing/writes.ts'

export type { StoreHarness } from './harness.ts'

/** Registers the tests that every adapter of the store port has to pass; each `it` is one promise. */
export function describeStore(name: string, harness: StoreHarness): void {
  describe(`store conformance: ${name}`, () => {
    describeReads(harness)
    describeLookUps(harness)
    describeWrites(harness)
    describeFieldSets(harness)
    describeConcurrency(harness)
    describeIndexes(harness)
    describeTypes(harness)
    describeRefusals(harness)
    describeRecorded(harness)
    describeExpressions(harness)
    describeCrash(harness)
  })
}
