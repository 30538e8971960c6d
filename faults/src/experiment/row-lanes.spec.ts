import { describe, expect, it } from '@jest/globals'
import type { FaultMatrixRow } from './row.ts'
import { runInLanes } from './row-lanes.ts'

const rowOf = (id: string, asked: Partial<FaultMatrixRow> = {}): FaultMatrixRow => ({
  id,
  title: `row ${id}`,
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'times', promised: 1 },
  quietWithinMs: 1,
  fault: async () => undefined,
  ...asked,
})

/** Runs rows so that each series takes one turn, and tells which were under way together. */
async function tellOf(rows: readonly FaultMatrixRow[], { lanes, isShared }: { lanes: number; isShared: boolean }) {
  const running = new Set<string>()
  const tale: string[] = []
  await runInLanes(rows, {
    lanes,
    isShared,
    async run(series) {
      const name = series.map(({ id }) => id).join('+')
      running.add(name)
      tale.push([...running].join(' | '))
      await new Promise(setImmediate)
      running.delete(name)
    },
  })
  return tale
}

describe('rows in lanes', () => {
  it('are run one after another in one lane', async () => {
    const rows = ['a', 'b', 'c'].map(id => rowOf(id))
    expect(await tellOf(rows, { lanes: 1, isShared: false })).toEqual(['a', 'b', 'c'])
  })

  it('are run as many at once as there are lanes, each once', async () => {
    const rows = ['a', 'b', 'c'].map(id => rowOf(id))
    expect(await tellOf(rows, { lanes: 2, isShared: false })).toEqual(['a', 'a | b', 'b | c'])
  })

  it('stay together where they may share a Sluice', async () => {
    const rows = [rowOf('a'), rowOf('own', { hasBalancers: true }), rowOf('b')]
    expect(await tellOf(rows, { lanes: 2, isShared: true })).toEqual(['a+b', 'a+b | own'])
  })

  it('have the machine to themselves where they compare times', async () => {
    const rows = [rowOf('slow', { comparesTimes: true }), rowOf('a'), rowOf('slower', { comparesTimes: true })]
    expect(await tellOf(rows, { lanes: 2, isShared: true })).toEqual(['a', 'slow', 'slower'])
  })
})
