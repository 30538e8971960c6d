import { describe, expect, it } from '@jest/globals'
import { fieldPaths } from './field-paths.ts'

describe('what a template can name', () => {
  it('are the values of a view, as it names them', () => {
    const view = { id: 'a', request: { method: 'POST', body: { origin: 'SFO', stops: [1], 'odd name': 1 } } }
    expect(fieldPaths(view)).toEqual(['id', 'request.method', 'request.body.origin', 'request.body.stops'])
  })

  it('are few, and not deep', () => {
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`a${at}`, at]))
    expect(fieldPaths(wide)).toHaveLength(40)
    expect(fieldPaths({ a: { b: { c: { d: { e: 1 } } } } })).toEqual(['a.b.c.d'])
    expect(fieldPaths('text')).toEqual([])
  })
})
