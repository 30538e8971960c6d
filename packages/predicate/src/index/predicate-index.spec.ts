import { describe, expect, it } from '@jest/globals'
import { indexPredicates, parsePredicate } from '../index.ts'
import { exchange, type RowExchange } from '../testing/row.ts'

const indexOf = (...texts: string[]) =>
  indexPredicates(
    texts.map(text => {
      const result = parsePredicate(text, 'condition')
      if (result.kind === 'invalid') throw new Error(`${text}: ${result.message}`)
      return [result.predicate, text] as const
    }),
  )

const at = (path: string, given: RowExchange = {}) => exchange({ path, ...given })

describe('an index', () => {
  it('gives what matches in the order in which it was given, each once', () => {
    const texts = [
      "path-suffix('b') or path('/a/b') or path-prefix('/a')",
      'not secure',
      "path('/c')",
      "path-template('/{x}/b')",
      'method(GET)',
      "path-prefix('/a') and exists(%{i,X})",
      "path-prefix('/a')",
    ]
    const matching = [0, 1, 3, 4, 6].map(number => texts[number])
    expect(indexOf(...texts).match(at('/a/b'))).toEqual(matching)
    expect(indexOf(...texts.toReversed()).match(at('/a/b'))).toEqual(matching.toReversed())
  })

  it('tests against every exchange only what names no place and no method', () => {
    const index = indexOf(
      "path('/a')",
      "method(GET) or path('/b')",
      "not (secure or not path-prefix('/a'))",
      'idempotent and secure',
      'false',
      'response-code(5xx)',
      "not path('/a')",
      "path('/a') or secure",
    )
    expect(index).toMatchObject({ size: 8, alwaysTested: 3 })
  })

  it('looks no further than a method where that is all there is', () => {
    const index = indexOf('method(POST)', 'not (not method(POST) or method(GET))', 'method(GET) and method(POST)')
    expect(index.match(at('/', { method: 'POST' }))).toEqual(['method(POST)', 'not (not method(POST) or method(GET))'])
    expect(index.match(at('/', { method: 'GET' }))).toEqual([])
  })

  it('knows suffixes of any length', () => {
    const long = `/${'x'.repeat(40)}.css`
    const index = indexOf(
      "path-suffix('.css')",
      `path-suffix('${long}')`,
      `path-suffix('y${long}')`,
      "path-suffix('/')",
    )
    expect(index.match(at(`/a${long}`))).toEqual(["path-suffix('.css')", `path-suffix('${long}')`])
    expect(index.match(at('/'))).toEqual(["path-suffix('/')"])
  })

  it('takes paths and templates of any depth', () => {
    const deep = '/a'.repeat(1500)
    const index = indexOf(`path-prefix('${deep}')`, `path-template('${deep}/{x}')`, "path-template('/{a}/{b}/*')")
    expect(index.match(at(`${deep}/b`))).toHaveLength(3)
    expect(index.match(at(deep.slice(2)))).toEqual(["path-template('/{a}/{b}/*')"])
  })

  it('is not changed by what it was made of', () => {
    const result = parsePredicate("path('/a')", 'condition')
    if (result.kind === 'invalid') throw new Error(result.message)
    const entries: [typeof result.predicate, number][] = [[result.predicate, 1]]
    const index = indexPredicates(entries)
    entries.push([result.predicate, 2])
    expect(index.match(at('/a'))).toEqual([1])
    expect(Object.isFrozen(index)).toBe(true)
  })

  it('of nothing matches nothing', () => {
    expect(indexOf().match(at('/'))).toEqual([])
  })
})
