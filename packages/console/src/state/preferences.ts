import { tellUtc } from '../domain/times.ts'
import { createStore } from './store.ts'

const SINGLE_KEYS = 'sluice.single-keys'
const TIME_ZONE = 'sluice.time-zone'

/** Whether keys of a single letter do something (WCAG 2.1.4). */
export const singleKeys = createStore(localStorage.getItem(SINGLE_KEYS) !== 'off')
singleKeys.subscribe(() => localStorage.setItem(SINGLE_KEYS, singleKeys.get() ? 'on' : 'off'))

/** Whether times are told in UTC; otherwise in the zone of the browser. */
export const isInUtc = createStore(localStorage.getItem(TIME_ZONE) === 'utc')
tellUtc(isInUtc.get())
isInUtc.subscribe(() => {
  tellUtc(isInUtc.get())
  localStorage.setItem(TIME_ZONE, isInUtc.get() ? 'utc' : 'browser')
})
