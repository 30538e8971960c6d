import { createStore } from './store.ts'

/** How it stands with the tail of the page that is shown; undefined where the page has none. */
export type TailMark = 'opening' | 'live' | 'paused' | 'elsewhere' | 'resting' | 'over' | 'refused'

export const tailMark = createStore<TailMark | undefined>(undefined)
