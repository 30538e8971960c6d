import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { closeObjects, createValidator } from '@sluice/testkit/answers'
import { z } from 'zod'
import { missingRefusals, missingWords, operationsOf, shownValues, silentPlaces } from './described-values.ts'
import { DESCRIPTION_FILES } from './served-descriptions.ts'

/** What an index says once more when it is sent back: compared, and not read. */
const COPIED_OF_INDEX = ['_id', 'key', 'unique', 'sparse', 'expireAfterSeconds', 'partialFilterExpression', 'collation']
const PARTS_OF_DESCRIPTION = ['info', 'paths', 'components']

const description = z.record(z.string(), z.unknown())

describe.each(Object.entries(DESCRIPTION_FILES))('each operation of the %s tier', (_, file) => {
  const document = description.parse(JSON.parse(readFileSync(file, 'utf8')))
  const operations = operationsOf(document)
  const values = shownValues(document)

  it('has a name of its own, one area and words', () => {
    expect(operations.map(place => [place.id, ...missingWords(place)]).filter(faults => faults.length > 1)).toEqual([])
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  })

  it('names the refusals of those who are not signed in, not allowed, or too many', () => {
    const faults = operations.map(place => [place.id, ...missingRefusals(place)])
    expect(faults.filter(({ length }) => length > 1)).toEqual([])
  })

  it('has no schema that says nothing, but where any JSON may stand', () => {
    const anyJson = ['body', 'input', ...COPIED_OF_INDEX, ...PARTS_OF_DESCRIPTION]
    expect(silentPlaces(document).filter(name => !anyJson.includes(name))).toEqual([])
  })

  it('shows an example of its body and of each answer', () => {
    const without = values.filter(({ example }) => example === undefined)
    expect(without.map(({ place }) => place)).toEqual([])
  })

  it('shows examples that are as their schemas say, without a field that is not described', () => {
    const validate = createValidator(closeObjects(document, false))
    const faults = values.flatMap(({ place, pointer, type, example }) => {
      if (!type.endsWith('json')) return typeof example === 'string' ? [] : [[place, 'is no text']]
      const check = validate(pointer)
      return check(example) ? [] : [[place, check.errors]]
    })
    expect(faults).toEqual([])
  })
})
