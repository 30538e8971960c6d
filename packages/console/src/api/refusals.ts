import { createStore } from '../state/store.ts'

/** How often a request was forbidden (403): what one may do is not what was known. */
export const refusals = createStore(0)

export const noteRefusal = (): void => refusals.set(refusals.get() + 1)
