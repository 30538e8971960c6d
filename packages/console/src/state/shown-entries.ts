import { createStore } from './store.ts'

/** The entries of the log that was shown last, newest first: an entry's page leads to those before and after it. */
export const shownEntries = createStore<readonly { id: string; entry: string }[]>([])
