import { refuse } from '@sluice/contracts'
import type { RouteHandler } from '@sluice/service-kit'
import { InvalidQueryError, UnsupportedByStoreError } from '@sluice/store'

/** A read whose filter, sort or projection the store does not take is the caller's mistake, and answered as one. */
export const refusingFilters =
  (handle: RouteHandler): RouteHandler =>
  async request => {
    try {
      return await handle(request)
    } catch (error) {
      if (!(error instanceof UnsupportedByStoreError || error instanceof InvalidQueryError)) throw error
      return refuse('BAD_FILTER', error.message)
    }
  }
