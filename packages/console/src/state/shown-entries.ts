import { createStore } from './store.ts'

/** The entries of the log that was shown last, newest first: an entry's page leads to those before and after it. */
export const shownEntries = createStore<readonly { id: string; entry: string }[]>([])

/** The ids of the requests that were listed last, newest first. */
export const shownEvents = createStore<readonly string[]>([])
