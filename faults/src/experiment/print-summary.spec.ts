import { describe, expect, it } from '@jest/globals'
import { verdict } from '../oracle/verdict.ts'
import { areKept, printSummary } from './print-summary.ts'

const kept = { id: 'F1', seconds: 65, verdicts: [verdict('L', '0 lost', []), verdict('X', 'all well', [])] }
const broken = { id: 'F3', seconds: 75.4, verdicts: [verdict('L', '1 lost', ['event e1 never came'])] }
const ended = { id: 'F17', seconds: 3, verdicts: undefined }

describe('the summary of several rows', () => {
  it('has a line for each row, with what broke, and the time of all', () => {
    expect(printSummary([kept, broken, ended]).split('\n')).toEqual([
      'row  L       D  A  R  G  X   O  time',
      'F1   ok      –  –  –  –  ok  –  1:05',
      'F3   BROKEN  –  –  –  –  –   –  1:15',
      'F17  ?       ?  ?  ?  ?  ?   ?  0:03',
      '                                2:23',
    ])
  })

  it('is good when every row has a result and every letter holds, and not otherwise', () => {
    expect(areKept([kept, kept])).toBe(true)
    expect(areKept([kept, broken])).toBe(false)
    expect(areKept([kept, ended])).toBe(false)
  })
})
