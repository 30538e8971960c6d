import { describe, expect, it } from '@jest/globals'
import { createKeyFinder } from './key-finder.ts'

/** A store whose reads see what is stored when they are let go, and are answered then. */
function slowStore() {
  const stored = new Set<string>()
  const reads: { hashes: readonly string[]; go(): void; fail(error: Error): void }[] = []
  const read = (hashes: readonly string[]) =>
    new Promise<[string, { hash: string }][]>((resolve, reject) => {
      const seen = hashes.filter(hash => stored.has(hash)).map((hash): [string, { hash: string }] => [hash, { hash }])
      reads.push({ hashes, go: () => resolve(seen), fail: reject })
    })
  let now = 0
  const pass = (ms: number) => {
    now += ms
  }
  return { stored, reads, pass, finder: createKeyFinder(read, () => now) }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

describe('finding keys that are not held', () => {
  it('never answers with a read that was sent before the question', async () => {
    const { stored, reads, finder } = slowStore()
    const early = finder.find('a')
    stored.add('a')
    const late = finder.find('a')
    reads[0]?.go()
    expect(await early).toBeUndefined()
    await turn()
    reads[1]?.go()
    expect(await late).toEqual({ hash: 'a' })
  })

  it('reads once for all that ask while a read is under way', async () => {
    const { stored, reads, finder } = slowStore()
    stored.add('b')
    const asked = ['a', 'b', 'c', 'b'].map(hash => finder.find(hash))
    reads[0]?.go()
    await turn()
    expect(reads.map(({ hashes }) => hashes)).toEqual([['a'], ['b', 'c']])
    reads[1]?.go()
    expect(await Promise.all(asked.map(async finding => await finding))).toEqual([
      undefined,
      { hash: 'b' },
      undefined,
      { hash: 'b' },
    ])
  })

  it('turns away what is more than one read takes', async () => {
    const { reads, finder } = slowStore()
    void finder.find('first')
    for (let count = 0; count < 1_000; count += 1) void finder.find(String(count))
    expect(finder.find('one-more')).toBeUndefined()
    expect(finder.find('7')).toBeDefined()
    reads[0]?.go()
    await turn()
    expect(finder.find('one-more')).toBeDefined()
  })

  it('tells those that asked when a read fails, and goes on', async () => {
    const { reads, finder } = slowStore()
    const first = finder.find('a')
    const second = finder.find('b')
    reads[0]?.fail(new TypeError('gone'))
    await expect(first).rejects.toThrow('gone')
    await turn()
    reads[1]?.go()
    expect(await second).toBeUndefined()
  })
  it('reads what was not there again after ten seconds, not before: a revoked key that is still sent costs nothing', async () => {
    const { stored, reads, pass, finder } = slowStore()
    const first = finder.find('a')
    reads[0]?.go()
    expect(await first).toBeUndefined()
    stored.add('a')
    pass(9_999)
    expect(await finder.find('a')).toBeUndefined()
    expect(reads).toHaveLength(1)
    pass(1)
    const later = finder.find('a')
    reads[1]?.go()
    expect(await later).toEqual({ hash: 'a' })
  })
})
