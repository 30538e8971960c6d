import { createStore } from './store.ts'

/** How many forms of this tab hold what is not saved: while there are any, nothing loads the page anew by itself. */
export const unsavedForms = createStore(0)
