import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { PredicateUse } from './attributes.ts'
import { explainPredicate, indexPredicates, type Predicate, parsePredicate, testPredicate } from './index.ts'
import { exchangeMadeOf, facts, type RandomFacts } from './testing/facts.ts'
import { expressions, type NaiveExpression, naively } from './testing/naive-expressions.ts'

const SET = 10
/** Sets of 10 expressions and 10 exchanges; jest's `--globals '{"PREDICATE_SETS": 50000}'` asks for another number. */
const SETS = Number(Reflect.get(globalThis, 'PREDICATE_SETS') ?? 1_200)

type ParsedExpression = { expression: NaiveExpression; predicate: Predicate }

/** What can not stand in a permission, or reads what nobody binds, is refused; no other random expression is. */
function parseAll(all: readonly NaiveExpression[], use: PredicateUse): ParsedExpression[] {
  return all.flatMap(expression => {
    const result = parsePredicate(expression.text, use)
    if (result.kind === 'parsed') return [{ expression, predicate: result.predicate }]
    expect(`${result.message}\n${result.caret}`).toMatch(
      /looks at the response|bound by no predicate|more than 64|longer than 4096/,
    )
    return []
  })
}

/** What the parts of the package say, where they differ from the naive evaluation. */
function disagreements(parsed: readonly ParsedExpression[], given: RandomFacts, use: PredicateUse): string[] {
  const exchange = exchangeMadeOf(given)
  const indexed = indexPredicates(parsed.map(({ expression, predicate }) => [predicate, expression] as const))
  const matched = indexed.match(exchange)
  expect(matched).toEqual(parsed.map(({ expression }) => expression).filter(one => matched.includes(one)))
  return parsed.flatMap(({ expression, predicate }) => {
    const naive = naively(expression, given, use) ?? 'unknown'
    const explained = explainPredicate(predicate, exchange).result
    const answers = [testPredicate(predicate, exchange), matched.includes(expression)]
    if (explained === naive && answers.every(answer => answer === (naive === true))) return []
    return [`${expression.text} on ${JSON.stringify(given)}: naive ${naive}, explained ${explained}, rest ${answers}`]
  })
}

describe('a slow and obvious second implementation', () => {
  it(`gives the answers of the compiled and the indexed one: at least 100,000 pairs in ${SETS} sets`, () => {
    const counts = { pairs: 0, true: 0, false: 0, unknown: 0 }
    const sets = fc.record({
      use: fc.constantFrom('permission' as const, 'condition' as const, 'condition' as const),
      all: fc.array(expressions, { minLength: SET, maxLength: SET }),
      exchanges: fc.array(facts, { minLength: SET, maxLength: SET }),
    })
    fc.assert(
      fc.property(sets, ({ use, all, exchanges }) => {
        const parsed = parseAll(all, use)
        for (const given of exchanges) {
          expect(disagreements(parsed, given, use)).toEqual([])
          for (const { expression } of parsed) counts[`${naively(expression, given, use) ?? 'unknown'}`]++
          counts.pairs += parsed.length
        }
      }),
      { numRuns: SETS },
    )
    expect(counts.pairs).toBeGreaterThan(SETS * 85)
    // It would prove little if nearly all answers were the same.
    expect(Math.min(counts.true, counts.false, counts.unknown) / counts.pairs).toBeGreaterThan(0.1)
  })
})
