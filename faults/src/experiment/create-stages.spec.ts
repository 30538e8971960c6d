import { describe, expect, it } from '@jest/globals'
import { verdict } from '../oracle/verdict.ts'
import { createStages } from './create-stages.ts'
import type { FaultMatrixRow } from './row.ts'

const plain: FaultMatrixRow = {
  id: 'F1',
  title: 'a row that asks for nothing',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'times', promised: 1, short: 1 },
  quietWithinMs: 1,
  fault: async () => undefined,
}
const balanced: FaultMatrixRow = { ...plain, id: 'F17', hasBalancers: true }

const kept = { verdicts: [verdict('L', '0 lost', [])], requests: 1, deliveries: 1, remarks: [] }
const broken = { ...kept, verdicts: [verdict('L', '1 lost', ['event e1 never came'])] }

/** Stages that say what becomes of them. */
function openStages({ isShared }: { isShared: boolean }) {
  const tale: string[] = []
  let opened = 0
  const stages = createStages({
    isShared,
    async open({ id }) {
      opened += 1
      const name = `stage ${opened}`
      tale.push(`${name} for ${id}`)
      return { name, close: async () => void tale.push(`${name} closed`) }
    },
  })
  const run = (row: FaultMatrixRow, report = kept) =>
    stages.use(row, async ({ name, isWarm }) => {
      tale.push(`${row.id} on ${name}, ${isWarm ? 'warm' : 'new'}`)
      return report
    })
  return { ...stages, run, tale }
}

describe('the stages of several rows', () => {
  it('are one for each row where they are not shared', async () => {
    const { run, tale } = openStages({ isShared: false })
    for (const row of [plain, plain]) await run(row)
    expect(tale).toEqual([
      'stage 1 for F1',
      'F1 on stage 1, new',
      'stage 1 closed',
      'stage 2 for F1',
      'F1 on stage 2, new',
      'stage 2 closed',
    ])
  })

  it('are one for rows that ask for nothing, and one of its own for each that does', async () => {
    const { run, close, tale } = openStages({ isShared: true })
    for (const row of [plain, plain, balanced, plain]) await run(row)
    await close()
    expect(tale).toEqual([
      'stage 1 for F1',
      'F1 on stage 1, new',
      'F1 on stage 1, warm',
      'stage 1 closed',
      'stage 2 for F17',
      'F17 on stage 2, new',
      'stage 2 closed',
      'stage 3 for F1',
      'F1 on stage 3, new',
      'stage 3 closed',
    ])
  })

  it('are left once a promise was broken or a row ended without a result', async () => {
    const { run, use, tale } = openStages({ isShared: true })
    await run(plain, broken)
    await expect(use(plain, () => Promise.reject(new RangeError('no result')))).rejects.toThrow('no result')
    await run(plain)
    expect(tale).toEqual([
      'stage 1 for F1',
      'F1 on stage 1, new',
      'stage 1 closed',
      'stage 2 for F1',
      'stage 2 closed',
      'stage 3 for F1',
      'F1 on stage 3, new',
    ])
  })
})
