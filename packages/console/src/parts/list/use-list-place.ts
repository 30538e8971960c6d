import { useEffect } from 'react'

type ListPlaceOptions = {
  /** The page of the address, from 1. */
  page: number
  pageSize: number
  /** How many rows the page has; undefined while that is not known. */
  rows: number | undefined
  /** How many rows all pages have; undefined while that is not known. */
  total: number | undefined
  /** The rows are those of the page that was shown before, until those of this one are there. */
  isOfBefore: boolean
  /** Goes to the last page. */
  onBeyond(last: number): void
}

/** What stands at a page of a list. `beyond`: nothing, as the list ends before it; it is left for the last page. */
type ListPlace = 'rows' | 'nothing' | 'beyond'

/**
 * Says what stands at a page of a list, and leaves a page that lies beyond its end, as after the last row of it was deleted, or by
 * a bookmark. An empty list is one that has no rows on any page.
 */
export function useListPlace(options: ListPlaceOptions): ListPlace {
  const { page, pageSize, rows, total = 0, isOfBefore, onBeyond } = options
  const last = Math.max(1, Math.ceil(total / pageSize))
  // Where the count and the rows disagree, the first page has the say.
  const next = page > last ? last : 1
  const isLeft = rows === 0 && page > 1 && !isOfBefore
  useEffect(() => {
    if (isLeft) onBeyond(next)
  }, [isLeft, next, onBeyond])
  if (rows !== 0) return 'rows'
  return page > 1 || (isOfBefore && total > 0) ? 'beyond' : 'nothing'
}
