import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { EXPRESSIONS } from '../../conformance/expressions.ts'
import { compileExpression } from './expression.ts'
import { OPERATIONS } from './expression-operators.ts'
import { SCOPED } from './scoped-operators.ts'

const page = readFileSync('docs/reference/expressions.md', 'utf8')
const rows = page.split('\n').filter(line => line.startsWith('| `$'))
const listed = rows.flatMap(row => [...(row.split(' | ')[0] ?? '').matchAll(/`(\$\w+)`/g)].map(([, name]) => name))
const known = ['$literal', ...Object.keys(OPERATIONS), ...Object.keys(SCOPED)]

const doubling = (value: unknown, join: string) => ({
  $reduce: { input: { $range: [0, 60] }, initialValue: value, in: { [join]: ['$$value', '$$value'] } },
})

describe('an expression', () => {
  it.each<[string, unknown]>([
    ['a text that doubles', doubling('ab', '$concat')],
    ['a list that doubles', doubling([1], '$concatArrays')],
    ['a long range', { $range: [0, 2_000_000_000] }],
    ['a list of long ranges', { $map: { input: { $range: [0, 5000] }, in: { $range: [0, 5000] } } }],
    [
      'a text that is replaced',
      { $replaceAll: { input: 'a'.repeat(50_000), find: 'a', replacement: 'b'.repeat(50_000) } },
    ],
  ])('makes no more of one document than is allowed: %s', (_, expression) => {
    const evaluate = compileExpression(expression)
    for (let turn = 0; turn < 2; turn += 1) expect(() => evaluate({ root: {} })).toThrow(/may make 1000000 elements/)
  })

  it('has the whole of it for each document', () => {
    const evaluate = compileExpression({ $size: { $range: [0, 600_000] } })
    for (let turn = 0; turn < 3; turn += 1) expect(evaluate({ root: {} })).toBe(600_000)
  })
})

describe('the operators of expressions', () => {
  it('are those that the reference lists, each once', () => {
    expect([...listed].sort()).toEqual([...known].sort())
  })

  it.each(known)('have a promise in the conformance suite: %s', operator => {
    expect(EXPRESSIONS.some(([, expression]) => JSON.stringify(expression).includes(`"${operator}":`))).toBe(true)
  })
})
