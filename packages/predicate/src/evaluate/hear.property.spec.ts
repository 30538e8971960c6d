import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { indexPredicates, type Predicate, parsePredicate, testPredicate } from '../index.ts'
import { exchangeMadeOf, facts } from '../testing/facts.ts'
import { expressions } from '../testing/naive-expressions.ts'

const OCCURRENCE = 'webhook.failing'
const THIS = `sluice('${OCCURRENCE}')`
const OTHER = "sluice('key.leaked')"

function parse(text: string): Predicate | undefined {
  const parsed = parsePredicate(text, 'condition')
  return parsed.kind === 'parsed' ? parsed.predicate : undefined
}

describe('what Sluice tells of itself', () => {
  it('is heard by an expression only by a predicate that names it, in the index as by itself', () => {
    let heard = 0
    const property = fc.property(expressions, facts, ({ text }, given) => {
      const written = parse(text)
      const combined = [`${THIS} or (${text})`, `${THIS} and (${text})`, `${OTHER} or (${text})`].map(parse)
      fc.pre(written !== undefined && combined.every(predicate => predicate !== undefined))
      const all = [written, ...combined].filter(predicate => predicate !== undefined)
      const request = exchangeMadeOf(given)
      const occurrence = { ...request, occurrence: OCCURRENCE }
      const answers = all.map(predicate => testPredicate(predicate, occurrence))
      expect(answers).toEqual([false, true, testPredicate(written, request), false])
      const index = indexPredicates(all.map((predicate, number) => [predicate, number] as const))
      expect(index.match(occurrence)).toEqual(answers.flatMap((isTrue, number) => (isTrue ? [number] : [])))
      if (answers[2]) heard += 1
    })
    fc.assert(property, { numRuns: 500 })
    expect(heard).toBeGreaterThan(20)
  })

  it('is no request: whatever path a request has, no expression takes it for an occurrence', () => {
    fc.assert(
      fc.property(facts, given => {
        const request = { ...exchangeMadeOf(given), path: `/_sluice/${OCCURRENCE}` }
        const predicate = parse("sluice('*')")
        expect(predicate && testPredicate(predicate, request)).toBe(false)
      }),
    )
  })
})
