import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { assignSticky, type GroupMember } from './assign-sticky.ts'

const partitionsUpTo = (count: number) => Array.from({ length: count }, (_, partition) => partition)

const groups = fc.record({
  partitions: fc.integer({ min: 0, max: 40 }).map(partitionsUpTo),
  members: fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 6 }),
      generation: fc.integer({ min: -1, max: 5 }),
      owned: fc.uniqueArray(fc.integer({ min: 0, max: 45 })),
    }),
    { minLength: 1, maxLength: 12, selector: member => member.id },
  ),
})

const membersOf = (shares: ReadonlyMap<string, readonly number[]>, generation: number): GroupMember[] =>
  [...shares].map(([id, owned]) => ({ id, generation, owned }))

const moved = (before: ReadonlyMap<string, readonly number[]>, after: ReadonlyMap<string, readonly number[]>) =>
  [...after].flatMap(([id, partitions]) => partitions.filter(partition => !before.get(id)?.includes(partition)))

describe('sharing partitions out', () => {
  it('gives every partition to exactly one member, and every member is named', () => {
    fc.assert(
      fc.property(groups, ({ partitions, members }) => {
        const shares = assignSticky(partitions, members)
        expect([...shares.values()].flat().sort((a, b) => a - b)).toEqual(partitions)
        expect([...shares.keys()].sort()).toEqual(members.map(({ id }) => id).sort())
      }),
    )
  })

  it('gives nobody two more than another', () => {
    fc.assert(
      fc.property(groups, ({ partitions, members }) => {
        const sizes = [...assignSticky(partitions, members).values()].map(own => own.length)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('answers the same whatever the order of members and claims', () => {
    fc.assert(
      fc.property(groups, ({ partitions, members }) => {
        const reversed = [...members].reverse().map(member => ({ ...member, owned: [...member.owned].reverse() }))
        const one = assignSticky(partitions, members)
        const other = assignSticky([...partitions].reverse(), reversed)
        expect(new Map([...other].sort())).toEqual(new Map([...one].sort()))
      }),
    )
  })

  it('moves nothing when nothing has changed', () => {
    fc.assert(
      fc.property(groups, ({ partitions, members }) => {
        const before = assignSticky(partitions, members)
        expect(moved(before, assignSticky(partitions, membersOf(before, 7)))).toEqual([])
      }),
    )
  })

  it('moves only the share of the newcomer when one joins, and only what is orphaned when one leaves', () => {
    fc.assert(
      fc.property(groups, ({ partitions, members }) => {
        const before = assignSticky(partitions, members)
        const joined = assignSticky(partitions, [
          ...membersOf(before, 7),
          { id: 'the newcomer', generation: -1, owned: [] },
        ])
        expect(moved(before, joined)).toEqual(joined.get('the newcomer'))
        const left = assignSticky(
          partitions,
          membersOf(joined, 8).filter(({ id }) => id !== 'the newcomer'),
        )
        expect(moved(joined, left).sort()).toEqual([...(joined.get('the newcomer') ?? [])].sort())
      }),
    )
  })

  it('believes the later generation when two claim the same', () => {
    const shares = assignSticky(
      [0, 1],
      [
        { id: 'sleeper', generation: 3, owned: [0, 1] },
        { id: 'awake', generation: 4, owned: [1] },
      ],
    )
    expect(shares).toEqual(
      new Map([
        ['sleeper', [0]],
        ['awake', [1]],
      ]),
    )
  })
})
