import { describe, expect, it } from '@jest/globals'
import { readResult } from './query-result.ts'

describe('the answer to a query', () => {
  it('has its errors at the places of their paths', () => {
    const errors = [{ message: 'No.', path: ['airport', 'name'], extensions: { code: 'FORBIDDEN' } }]
    const { text, faults } = readResult(JSON.stringify({ data: { airport: { name: null } }, errors }))
    expect(text.split('\n')[3]).toBe('      "name": null')
    expect(faults).toEqual([{ code: 'FORBIDDEN', message: 'No.', path: 'airport.name', line: 4, column: 15 }])
  })

  it('has errors without a path, and without anything', () => {
    expect(readResult('{"errors":[{"message":"Bad."},7]}').faults).toEqual([
      { code: 'ERROR', message: 'Bad.', path: '' },
      { code: 'ERROR', message: 'There is no message.', path: '' },
    ])
  })

  it('is shown as it came where it is no JSON', () => {
    expect(readResult('<html>')).toEqual({ text: '<html>', faults: [] })
  })
})
