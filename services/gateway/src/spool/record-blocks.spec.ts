import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { RECORD_HEADER_BYTES, type RecordPlace } from '../domain/spool-codec.ts'
import { createRecordBlocks } from './record-blocks.ts'
import { CopiedPayload } from './spool-frame.ts'

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('add' as const), bytes: fc.integer({ min: 1, max: 90_000 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'write' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('send' as const), count: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'fail' as const }) },
  // The bus is away: what was written long ago is forgotten, and will be read from its file.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), count: fc.nat(12) }) },
)

/** A record that was added: its bytes are all the same, and another number than its neighbours'. */
type AddedRecord = RecordPlace & { fill: number }

const isWhole = ({ block, start, end, fill }: AddedRecord): boolean =>
  block.subarray(start + RECORD_HEADER_BYTES, end).equals(Buffer.alloc(end - start - RECORD_HEADER_BYTES, fill))

describe('the memory of records on their way to disk and bus', () => {
  it('is written over only where all was written and sent, and nothing of a send that failed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), steps => {
        const blocks = createRecordBlocks()
        let waiting: AddedRecord[] = []
        let written: AddedRecord[] = []
        const held: AddedRecord[] = []
        let fill = 0
        for (const next of steps) {
          if (next.kind === 'add') {
            fill = (fill + 1) % 256
            waiting.push({ ...blocks.add(new CopiedPayload([Buffer.alloc(next.bytes, fill)])), fill })
          }
          if (next.kind === 'write') {
            blocks.clear()
            written.push(...waiting)
            waiting = []
          }
          if (next.kind === 'send') {
            written = written.slice(next.count)
            blocks.reuseBefore(written[0]?.block)
          }
          if (next.kind === 'forget') written = written.slice(next.count)
          if (next.kind === 'fail') {
            held.push(...written)
            blocks.leave()
          }
          expect([...waiting, ...written].every(isWhole)).toBe(true)
        }
        expect(held.every(isWhole)).toBe(true)
        const bytes = Buffer.concat(blocks.waiting())
        expect(bytes.length).toBe(waiting.reduce((sum, { start, end }) => sum + end - start, 0))
      }),
      { numRuns: 50 },
    )
  })

  it('is not written over when so much waits for the bus that nobody knows where it began', () => {
    const blocks = createRecordBlocks()
    const add = (fill: number): AddedRecord => ({
      ...blocks.add(new CopiedPayload([Buffer.alloc(200_000, fill)])),
      fill,
    })
    const written = Array.from({ length: 100 }, (_, at) => {
      const added = add(at)
      blocks.clear()
      return added
    })
    blocks.reuseBefore(written[1]?.block)
    for (let count = 0; count < 40; count += 1) add(255)
    expect(written.every(isWhole)).toBe(true)
  })

  it('is used again for what comes after it was sent, so that a gateway under load asks for none', () => {
    const blocks = createRecordBlocks()
    const seen = new Set<Buffer>()
    for (let turn = 0; turn < 100; turn += 1) {
      for (let count = 0; count < 4; count += 1) seen.add(blocks.add(new CopiedPayload([Buffer.alloc(100_000)])).block)
      blocks.clear()
      blocks.reuseBefore(undefined)
    }
    expect(seen.size).toBeLessThanOrEqual(4)
  })
})
