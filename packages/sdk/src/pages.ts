/** The beginning of a page: its number, or the cursor that the page before has named. */
export type PagePosition = number | string

export type ItemPage<Item> = {
  items: Item[]
  /** The number of items on all pages, where the list counts them. */
  total?: number | undefined
  /** The position of the page behind it; undefined on the last one. */
  next?: PagePosition | undefined
}

/** A list that is read page by page, while it is iterated. Nothing is read ahead, and `break` stops it. */
export type Pages<Item> = AsyncIterable<Item> & {
  /** One page. @param options.at its position, `next` of the page before; the first one without */
  page(options?: { at?: PagePosition | undefined }): Promise<ItemPage<Item>>
  pages(): AsyncIterable<ItemPage<Item>>
}

/** @param read one page; it is called when the page is wanted */
export function createPages<Item>(read: (at: PagePosition | undefined) => Promise<ItemPage<Item>>): Pages<Item> {
  async function* pages() {
    let at: PagePosition | undefined
    do {
      const page = await read(at)
      yield page
      at = page.next
    } while (at !== undefined)
  }
  return {
    page: ({ at } = {}) => read(at),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) yield* items
    },
  }
}

const USUAL_SIZE = 100

/** The page of a numbered list that these items are. Where they are more than a page has, nothing was cut: they are all. */
export function numberedPage<Item>(
  items: Item[],
  {
    at,
    pagesize = USUAL_SIZE,
    total,
  }: { at: PagePosition | undefined; pagesize?: number | undefined; total?: number | undefined },
): ItemPage<Item> {
  const number = pageNumber(at)
  const isLast = items.length !== pagesize || pagesize === 0 || (total !== undefined && number * pagesize >= total)
  return { items, total, next: isLast ? undefined : number + 1 }
}

export const pageNumber = (at: PagePosition | undefined): number => (typeof at === 'number' ? at : 1)

export function totalOf(headers: Headers): number | undefined {
  const text = headers.get('x-total-count')
  return text === null ? undefined : Number(text)
}
