import { describe, expect, it } from '@jest/globals'
import { StoreUnavailableError } from '@sluice/store'
import { createWriteBatcher, inGroups } from './write-batcher.ts'

const NEVER_MS = 2 ** 30

const written = <R>(value: R) => ({ status: 'fulfilled', value }) as const
const refused = { status: 'rejected', reason: new RangeError('refused') } as const

/** Writes nothing, and notes the size of each batch. */
function sizesOf(options: Parameters<typeof createWriteBatcher>[1]) {
  const sizes: number[] = []
  const batcher = createWriteBatcher<number, string>(async items => {
    sizes.push(items.length)
    return items.map(item => written(`written ${item}`))
  }, options)
  return { ...batcher, sizes }
}

describe('gathered writes', () => {
  it('do not make a single one wait', async () => {
    const { write, sizes } = sizesOf({ everyMs: NEVER_MS })
    expect(await write(1)).toBe('written 1')
    expect(sizes).toEqual([1])
  })

  it('are one for what arrives together', async () => {
    const { write, sizes } = sizesOf({ everyMs: NEVER_MS })
    expect(await Promise.all([write(1), write(2), write(3)])).toEqual(['written 1', 'written 2', 'written 3'])
    expect(sizes).toEqual([3])
  })

  it('wait after one has begun, until enough have come', async () => {
    const { write, waiting, sizes } = sizesOf({ everyMs: NEVER_MS, enough: 3 })
    await write(1)
    const later = [write(2), write(3)]
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect({ sizes, waiting: waiting() }).toEqual({ sizes: [1], waiting: 2 })
    expect(await Promise.all([...later, write(4)])).toEqual(['written 2', 'written 3', 'written 4'])
    expect(sizes).toEqual([1, 3])
  })

  it('wait after one has begun, until their time has come', async () => {
    const { write, sizes } = sizesOf({ everyMs: 5, enough: 100 })
    await write(1)
    expect(await Promise.all([write(2), write(3)])).toEqual(['written 2', 'written 3'])
    expect(sizes).toEqual([1, 2])
  })

  it('are never larger than they may be', async () => {
    const { write, sizes } = sizesOf({ everyMs: 1, maxBatch: 2, enough: 2 })
    await Promise.all([1, 2, 3, 4, 5].map(write))
    expect(sizes).toEqual([2, 2, 1])
  })

  it('fail for all that were in them, and go on with the next', async () => {
    let isBroken = true
    const { write } = createWriteBatcher<number, number>(
      async items => {
        if (isBroken) throw new Error('away')
        return items.map(written)
      },
      { everyMs: 1 },
    )
    const failed = await Promise.allSettled([write(1), write(2)])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isBroken = false
    expect(await write(3)).toBe(3)
  })

  it('fail for the one because of which the whole was refused, in a few more writes', async () => {
    let writes = 0
    const { write } = createWriteBatcher<number, number>(async items => {
      writes += 1
      if (items.includes(3)) throw new RangeError('refused')
      return items.map(written)
    })
    const all = await Promise.allSettled(Array.from({ length: 200 }, (_, index) => write(index)))
    expect(all.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([3])
    expect(writes).toBeLessThan(20)
  })

  it('fail for all of them at once where the store is away', async () => {
    let writes = 0
    const { write } = createWriteBatcher<number, number>(async () => {
      writes += 1
      throw new StoreUnavailableError('away')
    })
    const all = await Promise.allSettled(Array.from({ length: 200 }, (_, index) => write(index)))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect(writes).toBe(1)
  })

  it('fail for the one that was refused, and for none of the others', async () => {
    const { write } = createWriteBatcher<number, number>(async items =>
      items.map(item => (item === 3 ? refused : written(item))),
    )
    const all = await Promise.allSettled(Array.from({ length: 200 }, (_, index) => write(index)))
    expect(all.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([3])
  })
})

describe('a batch that is written in groups', () => {
  it('fails for the group that failed, and keeps the order of all', async () => {
    const results = await inGroups(
      [1, 2, 3, 4, 5],
      item => (item % 2 === 0 ? 'even' : 'odd'),
      async ([first, ...others]) => {
        if (first === 2) throw new StoreUnavailableError('away')
        return [first, ...others].map(written)
      },
    )
    expect(results.map(result => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
      ...[1, 'failed', 3, 'failed', 5],
    ])
  })
})
