import { createStore } from './store.ts'

const SINGLE_KEYS = 'sluice.single-keys'

/** Whether keys of a single letter do something (WCAG 2.1.4). */
export const singleKeys = createStore(localStorage.getItem(SINGLE_KEYS) !== 'off')
singleKeys.subscribe(() => localStorage.setItem(SINGLE_KEYS, singleKeys.get() ? 'on' : 'off'))
