import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createInFlight } from './in-flight.ts'
import type { IncomingRecord } from './port.ts'

const record = (index: number): IncomingRecord => ({
  topic: 'events',
  partition: index % 2,
  offset: BigInt(index),
  at: new Date(0),
  key: `key-${index}`,
  value: new Uint8Array(),
  headers: {},
})

/** More turns of the loop than any test needs. */
const MOST_TURNS = 10_000

async function untilEmpty({ size }: ReturnType<typeof createInFlight>): Promise<void> {
  for (let turns = 0; size() > 0 && turns < MOST_TURNS; turns += 1) await nextTurn()
}

function setUp({ owned = () => true }: { owned?: (partition: number) => boolean } = {}) {
  const begun: string[] = []
  const ended: string[] = []
  const inFlight = createInFlight({
    attempt({ key }) {
      begun.push(key)
      return Promise.resolve({ kind: 'complete' })
    },
    isOwned: partition => owned(partition),
    ended: ({ key }, how) => ended.push(`${key} ${how}`),
  })
  const start = (count: number) => {
    for (let index = 0; index < count; index += 1) inFlight.start(record(index))
  }
  return { inFlight, begun, ended, start }
}

describe('records that come together', () => {
  it('begin at once when they are few', () => {
    const { begun, start } = setUp()
    start(10)
    expect(begun).toHaveLength(10)
  })

  it('leave the loop its turns when they are thousands, and all begin, in order', async () => {
    const { begun, ended, start } = setUp()
    start(1_000)
    let turns = 0
    let most = 0
    for (let before = 0; begun.length < 1_000 && turns < MOST_TURNS; before = begun.length) {
      await nextTurn()
      most = Math.max(most, begun.length - before)
      turns += 1
    }
    expect(most).toBeLessThanOrEqual(64)
    expect(turns).toBeGreaterThan(10)
    expect(begun).toEqual(Array.from({ length: 1_000 }, (_, index) => `key-${index}`))
    await nextTurn()
    expect(ended).toHaveLength(1_000)
  })

  it('are one only where they say the same under the same key', async () => {
    const { inFlight, ended } = setUp()
    const of = (index: number, value: string) => ({ ...record(index), key: 'shared', value: Buffer.from(value) })
    inFlight.start(of(0, 'one'))
    expect([of(2, 'one'), of(4, 'other')].map(inFlight.holdsCopyOf)).toEqual([true, false])
    inFlight.start(of(4, 'other'))
    expect(inFlight.size()).toBe(2)
    await untilEmpty(inFlight)
    expect(ended).toEqual(['shared completed', 'shared completed'])
  })

  it('are left to others where they have not begun when all is stopped', async () => {
    const { inFlight, begun, ended, start } = setUp()
    start(100)
    await inFlight.stop(1_000)
    expect(inFlight.size()).toBe(0)
    expect(ended).toHaveLength(100)
    expect(ended.filter(line => line.endsWith('completed'))).toHaveLength(begun.length)
    expect(begun.length).toBeLessThan(100)
  })

  it('are left to the next owner where they have not begun when their partition goes', async () => {
    let owned = (_: number) => true
    const { inFlight, begun, ended, start } = setUp({ owned: partition => owned(partition) })
    start(100)
    owned = partition => partition === 0
    inFlight.releaseForeign()
    await untilEmpty(inFlight)
    const abandoned = ended.filter(line => line.endsWith('abandoned'))
    expect(abandoned.length).toBeGreaterThan(0)
    expect(abandoned.length + begun.length).toBe(100)
  })
})
