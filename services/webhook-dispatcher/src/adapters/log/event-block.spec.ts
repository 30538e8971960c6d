import { describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { hourOfId } from '../../domain/execution/execution-id.ts'
import { endOfBlocks, groupBySpan, idsOf, packBlocks, readBlock, textsOf } from './event-block.ts'

const SOME_HOUR = Date.UTC(2026, 10, 27, 12)
const LINE = /^[^\n]*$/

const entryOf = (id: string, text: string) => ({ id, text, row: { _id: id, json: text } })
/** The texts of what was packed, by their ids. */
const heldBy = ({ row }: { row: Document }): [string, string][] => {
  const block = readBlock(row)
  return block ? [...textsOf(block)] : [[String(row._id), String(row.json)]]
}
const entry = fc
  .record({ at: fc.integer({ min: -30_000, max: 30_000 }), text: fc.jsonValue() })
  .map(({ at, text }) => entryOf(v7({ msecs: SOME_HOUR + at }), JSON.stringify(text)))
const entries = fc.array(entry, { maxLength: 60 })

describe('blocks of events', () => {
  it('hold each event once, with its text, whatever the order in which they came', () => {
    fc.assert(
      fc.property(entries, some => {
        const held = packBlocks(some).flatMap(heldBy)
        const byId = (one: readonly string[], other: readonly string[]) => ((one[0] ?? '') < (other[0] ?? '') ? -1 : 1)
        expect(held.toSorted(byId)).toEqual(some.map(({ id, text }) => [id, text]).toSorted(byId))
      }),
    )
  })

  it('are of one hour each, and found between their first event and the end of their ten seconds', () => {
    fc.assert(
      fc.property(entries, some => {
        for (const block of packBlocks(some).flatMap(({ row }) => readBlock(row) ?? [])) {
          const ids = idsOf(block)
          expect(new Set(ids.map(hourOfId)).size).toBe(1)
          expect(groupBySpan(ids)).toHaveLength(1)
          for (const id of ids) {
            expect(block.from <= id && id <= block._id).toBe(true)
            expect(block._id < endOfBlocks(id)).toBe(true)
          }
        }
      }),
    )
  })

  it('are the same for the same events, so that one that is written again is there already', () => {
    fc.assert(
      fc.property(entries, some => {
        const packed = (given: typeof some) => packBlocks(given).map(({ row }) => row)
        expect(packed(some.toReversed())).toEqual(packed(some))
      }),
    )
  })

  it('hold at most 200 events, and about 1 MiB but where one event is larger', () => {
    const at = (index: number, text: string) => entryOf(v7({ msecs: SOME_HOUR + index }), text)
    const many = packBlocks(Array.from({ length: 450 }, (_, index) => at(index, '{}')))
    expect(many.map(({ items }) => items.length)).toEqual([200, 200, 50])
    const large = packBlocks([at(0, 'x'.repeat(700_000)), at(1, 'x'.repeat(700_000)), at(2, 'x'.repeat(2_000_000))])
    expect(large.map(({ items }) => items.length)).toEqual([1, 1, 1])
  })

  it('are rows as the version before wrote them where there is one event, and these are read beside them', () => {
    const alone = entryOf(v7(), '{}')
    expect(packBlocks([alone])).toEqual([{ row: alone.row, items: [alone] }])
    expect(readBlock({ _id: v7(), matched: [], json: '{}' })).toBeUndefined()
    expect(LINE.test(JSON.stringify({ text: 'a\nb\u2028c' }))).toBe(true)
  })
})
