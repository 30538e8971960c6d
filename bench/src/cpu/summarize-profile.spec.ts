import { describe, expect, it } from '@jest/globals'
import { summarizeProfile } from './summarize-profile.ts'

const ROOT = new URL('../../../', import.meta.url).href
const FRAMES = [
  ['(root)', ''],
  ['(idle)', ''],
  ['(program)', ''],
  ['(garbage collector)', ''],
  ['writeLatin1String', ''],
  ['resume', 'node:internal/streams/readable'],
  ['parse', `${ROOT}node_modules/undici/lib/parser.js`],
  ['judge', `${ROOT}services/gateway/src/judge.ts`],
  ['', `${ROOT}services/gateway/src/judge.ts`],
  ['post', 'node:inspector'],
] as const

const nodes = FRAMES.map(([functionName, url], at) => ({ id: at + 1, callFrame: { functionName, url } }))
/** @param micros of each function, in the order of `FRAMES` */
const profileOf = (micros: readonly number[]) => ({
  nodes,
  samples: micros.map((_, at) => at + 1),
  timeDeltas: [...micros],
})

describe('the summary of a profile', () => {
  const { origins, functions } = summarizeProfile(profileOf([500, 9_000, 300, 50, 100, 50, 100, 350, 50, 700]))

  it('tells by whose code a process was busy, the largest share first; waiting and recording are no time', () => {
    expect(origins).toEqual([
      { name: 'Sluice', share: 0.4 },
      { name: '(program)', share: 0.3 },
      { name: 'Node', share: 0.15 },
      { name: 'undici', share: 0.1 },
      { name: '(garbage collector)', share: 0.05 },
    ])
  })

  it('names functions by their file in the repository, in a package or in Node', () => {
    expect(functions.map(({ name }) => name)).toEqual([
      'judge of services/gateway/src/judge.ts',
      '(program)',
      'writeLatin1String',
      'parse of undici/lib/parser.js',
      '(garbage collector)',
      'resume of node:internal/streams/readable',
      'a function without a name of services/gateway/src/judge.ts',
    ])
  })

  it('is empty where nothing was done', () => {
    expect(summarizeProfile(profileOf([10, 10]))).toEqual({ origins: [], functions: [] })
  })
})
