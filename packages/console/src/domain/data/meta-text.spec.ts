import { describe, expect, it } from '@jest/globals'
import { aggregationsChange, aggregationsIn, descriptionIn, schemaIn, variablesIn, variablesText } from './meta-text.ts'

const BY_MAKE = '{"type": "pipeline", "uri": "by-make", "stages": [{"$match": {"n": 5.0}}]}'
const META = `{"_id": "cars", "description": "Cars", "aggrs": [${BY_MAKE}], "jsonSchema": {"type": "object"}}`

describe('the properties of a collection', () => {
  it('are read with every digit', () => {
    expect([descriptionIn(META), schemaIn(META)]).toEqual(['Cars', '{\n  "type": "object"\n}'])
    expect(aggregationsIn(META)).toEqual([{ name: 'by-make', stages: '[{"$match": {"n": 5.0}}]', text: BY_MAKE }])
    expect([descriptionIn('{}'), schemaIn('{}'), aggregationsIn('{}')]).toEqual(['', undefined, []])
  })

  it.each([
    [
      { old: undefined, next: { name: 'b', stages: '[]' } },
      `${BY_MAKE}, {"type": "pipeline", "uri": "b", "stages": []}`,
    ],
    [{ old: 'by-make', next: { name: 'c', stages: '[1.0]' } }, '{"type": "pipeline", "uri": "c", "stages": [1.0]}'],
    [{ old: 'by-make', next: undefined }, ''],
    [{ old: 'other', next: undefined }, BY_MAKE],
  ])('are changed in one aggregation alone: %j', (change, list) => {
    expect(aggregationsChange(aggregationsIn(META), change)).toBe(`{"aggrs": [${list}]}`)
  })

  it('say which variables somebody has to give', () => {
    const stages =
      '[{"$match": {"a": {"$var":"make"}, "b": {"$var": ["n", 1]}, "c": {"$var": "@now"}, "d": {"$var": "make"}}}]'
    expect(variablesIn(stages)).toEqual(['make', 'n'])
    expect([variablesText(['make', 'n']), variablesText([])]).toEqual(['{"make": null, "n": null}', '{}'])
  })
})
