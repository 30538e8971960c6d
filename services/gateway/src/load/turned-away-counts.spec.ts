import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createTurnedAwayCounts } from './turned-away-counts.ts'

const SMALL = { pairs: 3, pairsPerNetwork: 2, networks: 2, bytes: 1_000 }
type NamedSample = { name: string; bytes: number }

const fill = (names: readonly { user: string; network: string }[], bytes = 10) => {
  const counts = createTurnedAwayCounts<NamedSample>(SMALL)
  for (const { user, network } of names) {
    counts.add({ pair: `${network} ${user}`, network }, () => ({ name: `${network} ${user}`, bytes }))
  }
  return counts
}

describe('what was turned away', () => {
  it('is counted for each user and network, with what is known of the first', () => {
    const counts = fill([
      { user: 'ann', network: 'n1' },
      { user: 'ann', network: 'n2' },
      { user: 'ann', network: 'n1' },
    ])
    expect(counts.take().map(({ count, sample }) => [sample.name, count])).toEqual([
      ['n1 ann', 2],
      ['n2 ann', 1],
    ])
    expect(counts.take()).toEqual([])
  })

  it('leaves room for those of other networks, however many users one network names and however much it sends', () => {
    const flood = [...'abcdefghij'].map(user => ({ user, network: 'n1' }))
    const told = (bytes: number) => {
      const taken = fill([...flood, { user: 'ann', network: 'n2' }], bytes).take()
      return taken.map(({ count, sample }) => [sample.name, count])
    }
    expect(told(10)).toEqual([
      ['n1 a', 1],
      ['n1 b', 1],
      ['n1 c', 8],
      ['n2 ann', 1],
    ])
    expect(told(300).at(-1)).toEqual(['n2 ann', 1])
  })

  it('is never more than there is room for, and none is lost, whoever many there are', () => {
    const name = fc.record({ user: fc.stringMatching(/^[a-j]$/), network: fc.stringMatching(/^n[0-9]$/) })
    fc.assert(
      fc.property(fc.array(name, { maxLength: 100 }), fc.integer({ min: 1, max: 600 }), (names, bytes) => {
        const counts = fill(names, bytes)
        const taken = counts.take()
        expect(taken.length).toBeLessThanOrEqual(SMALL.pairs + SMALL.networks + 1)
        expect(taken.reduce((sum, { sample }) => sum + sample.bytes, 0)).toBeLessThanOrEqual(SMALL.bytes + 2 * bytes)
        expect(taken.reduce((sum, { count }) => sum + count, 0)).toBe(names.length)
        for (const entry of taken) counts.restore(entry)
        expect(counts.take().reduce((sum, { count }) => sum + count, 0)).toBe(names.length)
      }),
    )
  })

  it('is not counted where nothing wants to know', () => {
    const counts = createTurnedAwayCounts<NamedSample>(SMALL)
    expect(counts.add({ pair: 'n1 ann', network: 'n1' }, () => undefined)).toBe(false)
    expect(counts.take()).toEqual([])
  })
})
