import { describe, expect, it } from '@jest/globals'
import { type ChainLink, type Circle, judgeLoops } from './judge-loops.ts'

const fired = (tag: string): ChainLink => ({ tag, status: 'success', isLoop: false })
const loop = (tag: string): ChainLink => ({ tag, status: 'skipped', isLoop: true })
const unmatched = (tag: string): ChainLink => ({ tag, status: 'skipped', isLoop: false })

const there = { name: 'A', links: [fired('t'), unmatched('t'), loop('t')] }
const back = { name: 'B', links: [unmatched('t'), fired('t'), unmatched('t')] }
const found = (changes: Partial<Circle> = {}) =>
  judgeLoops([{ name: 'A → B → A', tags: ['t'], requests: new Map([['t', 3]]), webhooks: [there, back], ...changes }])
    .findings

describe('webhooks that lead to each other', () => {
  it('fire once each in a chain, and the first then says loop', () => {
    expect(found()).toEqual([])
  })

  it('are named when the chain goes on, or breaks', () => {
    expect(found({ requests: new Map([['t', 4]]) })).toEqual(['A → B → A: the chain t has 4 requests instead of 3'])
    expect(found({ requests: new Map() })).toHaveLength(1)
  })

  it('are named when one fires twice, not at all, or in vain', () => {
    const twice = { ...back, links: [...back.links, fired('t')] }
    expect(found({ webhooks: [there, twice] })).toEqual(['A → B → A: B fired 2 times in the chain t'])
    expect(found({ webhooks: [there, { ...back, links: [] }] })).toHaveLength(1)
    const failed = { ...back, links: [{ ...fired('t'), status: 'failed' as const }] }
    expect(found({ webhooks: [there, failed] })).toEqual(['A → B → A: B ended as failed in the chain t'])
  })

  it('are named when the log does not say loop, or says it too often or of another', () => {
    const silent = { ...there, links: [fired('t'), unmatched('t')] }
    expect(found({ webhooks: [silent, back] })).toEqual(['A → B → A: A says loop 0 times in the chain t instead of 1'])
    expect(found({ webhooks: [{ ...there, links: [...there.links, loop('t')] }, back] })).toHaveLength(1)
    expect(found({ webhooks: [there, { ...back, links: [...back.links, loop('t')] }] })).toHaveLength(1)
  })

  it('are named when they make requests of a chain that nobody began', () => {
    expect(
      found({
        requests: new Map([
          ['t', 3],
          ['x', 1],
        ]),
      }),
    ).toEqual(['A → B → A: requests of the chain x, which nobody began'])
  })
})
