import { describe, expect, it } from '@jest/globals'
import { checkFilter, readUpdate, visibilityOf } from '@sluice/documents'
import type { DocumentFilter, DocumentPatch } from './document-types.ts'

type Counted = { flights: number }
type NamesOf<Union> = Union extends unknown ? Extract<keyof Union, `$${string}`> : never

/** Every operator that the types know, with an operand that the server can read: one that is forgotten does not compile. */
const comparisons: Record<Exclude<NamesOf<NonNullable<DocumentFilter<Counted>['flights']>>, '$not'>, unknown> = {
  $eq: 1,
  $ne: 1,
  $gt: 1,
  $gte: 1,
  $lt: 1,
  $lte: 1,
  $in: [1],
  $nin: [1],
  $exists: true,
  $regex: '^S',
  $options: 'i',
  $type: 'int',
  $size: 1,
  $all: [1],
  $elemMatch: { $gt: 1 },
  $mod: [2, 0],
  $bitsAllSet: 1,
  $bitsAnySet: 1,
  $bitsAllClear: 1,
  $bitsAnyClear: 1,
}
const combinations: Record<NamesOf<DocumentFilter<Counted>>, unknown> = {
  $and: [{ flights: 1 }],
  $or: [{ flights: 1 }],
  $nor: [{ flights: 1 }],
}
const changes: Record<NamesOf<DocumentPatch<Counted>>, unknown> = {
  $set: { flights: 1 },
  $setOnInsert: { flights: 1 },
  $unset: { flights: 1 },
  $inc: { flights: 1 },
  $mul: { flights: 1 },
  $min: { flights: 1 },
  $max: { flights: 1 },
  $push: { stops: 1 },
  $addToSet: { stops: 1 },
  $pull: { stops: 1 },
  $pop: { stops: 1 },
  $rename: { flights: 'count' },
  $currentDate: { at: true },
}

/** Operators of MongoDB that Sluice does not take. */
const REFUSED = {
  combinations: ['$expr', '$where', '$jsonSchema', '$text', '$comment', '$sampleRate'],
  comparisons: ['$expr', '$where', '$near', '$geoWithin', '$geoIntersects', '$jsonSchema'],
  changes: ['$bit', '$pullAll', '$each', '$position'],
}

const everything = visibilityOf({}, [])
const judgeFilter = (filter: Record<string, unknown>) => checkFilter(filter, everything)?.code ?? 'taken'
const judgeChange = (change: Record<string, unknown>) => {
  const read = readUpdate(change, everything)
  return read.kind === 'refuse' ? read.code : 'taken'
}

describe('the operators that the types know', () => {
  it('are taken by the server', () => {
    for (const [name, operand] of Object.entries(comparisons)) {
      expect([name, judgeFilter({ flights: { [name]: operand } })]).toEqual([name, 'taken'])
    }
    expect(judgeFilter({ flights: { $not: { $gt: 1 } } })).toBe('taken')
    for (const [name, operand] of Object.entries(combinations)) {
      expect([name, judgeFilter({ [name]: operand })]).toEqual([name, 'taken'])
    }
    for (const [name, operand] of Object.entries(changes)) {
      expect([name, judgeChange({ [name]: operand })]).toEqual([name, 'taken'])
    }
  })

  it('are all that it takes', () => {
    for (const name of REFUSED.comparisons) expect(judgeFilter({ flights: { [name]: 1 } })).toBe('BAD_FILTER')
    for (const name of REFUSED.combinations) expect(judgeFilter({ [name]: [{ flights: 1 }] })).toBe('BAD_FILTER')
    for (const name of REFUSED.changes) expect(judgeChange({ [name]: { flights: 1 } })).toBe('VALIDATION_FAILED')
  })
})
