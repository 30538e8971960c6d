import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { conditionTokens } from './condition-tokens.ts'

const shortly = (condition: string) =>
  conditionTokens(condition)
    .filter(({ text }) => text.trim() !== '')
    .map(({ kind, text }) => `${kind}:${text}`)

describe('the tokens of a condition', () => {
  it('are predicates, texts and words that join them', () => {
    expect(shortly(`path('/a') and not method("POST")`)).toEqual([
      'predicate:path',
      'plain:(',
      "text:'/a'",
      'plain:) ',
      'word:and',
      'word:not',
      'predicate:method',
      'plain:(',
      'text:"POST"',
      'plain:)',
    ])
  })

  it('hold words in brackets apart from predicates', () => {
    expect(shortly(`not (a)`)).toEqual(['word:not', 'plain: (', 'plain:a', 'plain:)'])
  })

  it('together are the condition, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(
          conditionTokens(text)
            .map(token => token.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
