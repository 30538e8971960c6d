import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { foreseePredicate, parsePredicate, testPredicate } from './index.ts'
import { exchangeMadeOf, facts, type RandomFacts } from './testing/facts.ts'
import { expressions } from './testing/naive-expressions.ts'
import { exchange } from './testing/row.ts'

const foreseen = (text: string) => {
  const result = parsePredicate(text, 'permission')
  if (result.kind !== 'parsed') throw new RangeError(result.message)
  const known = exchange({ method: 'GET', path: '/a/b', user: 'ann', queryString: 'x=1', headers: { x: '1' } })
  return foreseePredicate(result.predicate, known)
}

/** The same request, its open parts those of another one. */
const withOpenParts = (
  known: RandomFacts,
  { header, query, contentLength, body, isSecure }: RandomFacts,
): RandomFacts => ({
  ...known,
  header,
  query,
  contentLength,
  body,
  isSecure,
})

describe('what an expression comes to before query, headers and body are there', () => {
  it.each([
    ["path('/a/b') and method('GET')", 'holds'],
    ["path('/other') and equals('%{q,x}', '1')", 'fails'],
    ["path('/a/b') and equals('%{q,x}', '1')", 'open'],
    ["path('/a/b') or equals('%{q,x}', '1')", 'holds'],
    ["not exists('%{i,X}')", 'open'],
    ["qparams-blacklist('filter')", 'open'],
    ["bson-request-contains('title')", 'open'],
    ["equals('%q', '')", 'open'],
    ["equals('%U', 'x')", 'open'],
    ["exists('%{req-cookie,x}')", 'open'],
    ['not secure', 'open'],
    ["not equals('@user.nothing', 'x')", 'fails'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the expression's own form
    ["(regex('(1)', value='%{i,X}') or true) and not exists('${1}')", 'open'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the expression's own form
    ["path-template('/{x}/*') and equals('${x}', 'a')", 'holds'],
  ])('%s %s', (text, expected) => {
    expect(foreseen(text)).toBe(expected)
  })

  it('is never said to hold or to fail where some query, headers or body make it otherwise', () => {
    const counts = { holds: 0, fails: 0, open: 0 }
    fc.assert(
      fc.property(expressions, facts, fc.array(facts, { minLength: 5, maxLength: 5 }), ({ text }, known, others) => {
        const result = parsePredicate(text, 'permission')
        if (result.kind !== 'parsed') return
        const said = foreseePredicate(result.predicate, exchangeMadeOf(known))
        counts[said] += 1
        if (said === 'open') return
        for (const other of others) {
          const came = testPredicate(result.predicate, exchangeMadeOf(withOpenParts(known, other)))
          expect([text, came]).toEqual([text, said === 'holds'])
        }
      }),
      { numRuns: 5_000 },
    )
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(200)
  })
})
