import { describe, expect, it } from '@jest/globals'
import { seenProcesses } from './seen-processes.ts'

const [A, B] = ['a', 'b'].map(id => ({ id, seenAt: { $date: 0 } })) as [Heard, Heard]
type Heard = { id: string; seenAt: { $date: number } }

describe('the processes of an overview', () => {
  it('are those that tell of themselves', () => {
    expect(seenProcesses([], [A, B], 0)).toEqual([
      { process: A, isGone: false },
      { process: B, isGone: false },
    ])
  })

  it('stay as gone where one is silent, and are forgotten after a quarter of an hour', () => {
    const both = seenProcesses([], [A, B], 0)
    const one = seenProcesses(both, [A], 60_000)
    expect(one).toEqual([
      { process: A, isGone: false },
      { process: B, isGone: true },
    ])
    expect(seenProcesses(one, [A], 15 * 60_000)).toEqual([{ process: A, isGone: false }])
  })

  it('are no longer gone once one is heard again', () => {
    const gone = seenProcesses(seenProcesses([], [B], 0), [], 60_000)
    expect(seenProcesses(gone, [B], 70_000)).toEqual([{ process: B, isGone: false }])
  })
})
