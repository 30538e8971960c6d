import { describe, expect, it } from '@jest/globals'
import { createPages, numberedPage, type Pages, pageNumber } from './pages.ts'

/** A list of so many numbers by pages of 100, with the numbers of the pages that were read. */
function numbers(count: number, { isCounted = false } = {}): { read: number[]; list: Pages<number> } {
  const read: number[] = []
  const list = createPages(async at => {
    read.push(pageNumber(at))
    const first = (pageNumber(at) - 1) * 100
    const items = Array.from({ length: Math.max(0, Math.min(100, count - first)) }, (_, index) => first + index)
    return numberedPage(items, { at, total: isCounted ? count : undefined })
  })
  return { read, list }
}

describe('a list of pages', () => {
  it.each([0, 1, 99, 100, 101, 10_000])('gives each of %d items once', async count => {
    const { list } = numbers(count)
    expect(await Array.fromAsync(list)).toEqual(Array.from({ length: count }, (_, index) => index))
  })

  it.each([
    [0, 1],
    [100, 2],
    [101, 2],
  ])('of %d items is read by %d pages', async (count, pages) => {
    const { read, list } = numbers(count)
    await Array.fromAsync(list)
    expect(read).toHaveLength(pages)
  })

  it('that knows its total reads no page behind the last one', async () => {
    const { read, list } = numbers(200, { isCounted: true })
    await Array.fromAsync(list)
    expect(read).toEqual([1, 2])
  })

  it('reads nothing ahead, and nothing after a break', async () => {
    const { read, list } = numbers(1_000)
    for await (const item of list) if (item === 150) break
    expect(read).toEqual([1, 2])
  })

  it('that cuts nothing gives all of it once, whatever a page has', async () => {
    const all = Array.from({ length: 250 }, (_, index) => index)
    expect(await Array.fromAsync(createPages(async at => numberedPage(all, { at })))).toEqual(all)
    expect(await Array.fromAsync(createPages(async at => numberedPage(all, { at, pagesize: 1 })))).toEqual(all)
  })

  it('gives any page by the position that the page before names', async () => {
    const { list } = numbers(250)
    const first = await list.page()
    const second = await list.page({ at: first.next })
    expect(second).toMatchObject({ next: 3 })
    expect(second.items[0]).toBe(100)
    expect((await list.page({ at: second.next })).next).toBeUndefined()
  })
})
