import { describe, expect, it } from '@jest/globals'
import { createLargePages } from '../src/large-pages.ts'

const MEGABYTE = 1024 * 1024
const ROOM = 4 * MEGABYTE
const orders = { db: 'sluice', collection: 'orders' }
const notes = { db: 'sluice', collection: 'notes' }

/** Pages that are there when they are told to. */
function open() {
  const large = createLargePages(ROOM)
  const under: ((page: Uint8Array[]) => void)[] = []
  const begin = (of: typeof orders) =>
    large.read(of, 10, () => {
      const { promise, resolve } = Promise.withResolvers<Uint8Array[]>()
      under.push(resolve)
      return promise
    })
  const end = async (bytes: number) => {
    under.shift()?.([new Uint8Array(bytes)])
    await new Promise(setImmediate)
  }
  const running = async () => {
    await new Promise(setImmediate)
    return under.length
  }
  return { large, begin, end, running }
}

describe('large pages', () => {
  it('come in as far as there is room for them, as large as those before them were', async () => {
    const { begin, end, running } = open()
    const first = begin(orders)
    await end(2 * MEGABYTE)
    await first
    const all = Array.from({ length: 5 }, () => begin(orders))
    expect(await running()).toBe(2)
    await end(2 * MEGABYTE)
    expect(await running()).toBe(2)
    for (let left = 4; left > 0; left -= 1) await end(2 * MEGABYTE)
    await Promise.all(all)
  })

  it('are as large as the documents that were written, before the first one', async () => {
    const { large, begin, end, running } = open()
    large.noteWrite(orders, MEGABYTE)
    const both = [begin(orders), begin(orders)]
    expect(await running()).toBe(1)
    for (let left = 2; left > 0; left -= 1) await end(MEGABYTE)
    await Promise.all(both)
  })

  it('hold up no small ones', async () => {
    const { large, begin, end, running } = open()
    large.noteWrite(orders, MEGABYTE)
    const all = [begin(orders), ...Array.from({ length: 20 }, () => begin(notes))]
    expect(await running()).toBe(21)
    for (let left = 21; left > 0; left -= 1) await end(0)
    await Promise.all(all)
  })

  it('are refused when no room comes in time', async () => {
    const { large, begin, end, running } = open()
    large.noteWrite(orders, MEGABYTE)
    const first = begin(orders)
    await running()
    await expect(begin(orders)).rejects.toMatchObject({ refusal: { code: 'OVERLOADED' } })
    await end(0)
    await first
  })

  it('give their room back when they can not be read', async () => {
    const large = createLargePages(ROOM)
    large.noteWrite(orders, MEGABYTE)
    const failing = () => large.read(orders, 10, () => Promise.reject(new TypeError('broken')))
    await expect(failing()).rejects.toThrow('broken')
    await expect(failing()).rejects.toThrow('broken')
  })
})
