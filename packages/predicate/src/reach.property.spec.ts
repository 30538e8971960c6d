import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { IndexKey } from './index-key.ts'
import { type Predicate, parsePredicate, predicateReach, testPredicate } from './predicate.ts'
import { exchangeMadeOf, facts, type RandomFacts } from './testing/facts.ts'

const LEAVES = [
  "path('/a')",
  "path('/a/b', '/')",
  "path-prefix('/a')",
  "path-prefix('/a', '/b/c')",
  "path-suffix('b')",
  "path-template('/a/{x}')",
  "path-template('/{x}/*')",
  "method('GET')",
  "method('POST', 'PUT')",
  "equals('%u', 'ann')",
  'false',
  'true',
]

const { tree: trees } = fc.letrec<{ tree: string }>(tie => ({
  tree: fc.oneof(
    { depthSize: 'medium', maxDepth: 4 },
    fc.constantFrom(...LEAVES),
    tie('tree').map(text => `not (${text})`),
    fc
      .tuple(tie('tree'), fc.constantFrom('and', 'or'), tie('tree'))
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
  ),
}))

function compile(text: string): Predicate {
  const parsed = parsePredicate(text, 'permission')
  if (parsed.kind === 'invalid') throw new TypeError(parsed.message)
  return parsed.predicate
}

function fits({ place, methods }: IndexKey, { method, path }: RandomFacts): boolean {
  if (methods && !methods.has(method)) return false
  switch (place.kind) {
    case 'anywhere':
      return true
    case 'path':
      return path === place.path
    case 'suffix':
      return path.endsWith(place.text)
    case 'template': {
      const names = path.split('/').filter(Boolean)
      const isAsLong = place.hasRest ? names.length >= place.segments.length : names.length === place.segments.length
      return isAsLong && place.segments.every((segment, at) => segment === undefined || segment === names[at])
    }
  }
}

describe('where a predicate may be true', () => {
  it('holds every exchange for which it is true', () => {
    fc.assert(
      fc.property(trees, facts, (text, given) => {
        const predicate = compile(text)
        if (!testPredicate(predicate, exchangeMadeOf(given))) return
        const { within, outside } = predicateReach(predicate)
        for (const keys of within) expect(keys.some(key => fits(key, given))).toBe(true)
        expect(outside.some(key => fits(key, given))).toBe(false)
      }),
      { numRuns: 3000 },
    )
  })

  it.each<[string, number, number]>([
    ["path-prefix('/a') and method('GET')", 2, 0],
    ["path-prefix('/a') and not (path('/a/b') or path('/a/c'))", 1, 2],
    ["not (not path('/a'))", 1, 0],
    ["not (path('/a') and method('GET'))", 0, 0],
    ["equals(%u, 'ann')", 0, 0],
  ])('is told as closely as the expression says: %s', (text, lists, left) => {
    const { within, outside } = predicateReach(compile(text))
    expect([within.length, outside.length]).toEqual([lists, left])
  })
})
