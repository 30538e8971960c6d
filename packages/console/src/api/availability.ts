import { createStore } from '../state/store.ts'

/** Since when Sluice has answered nothing but 503; undefined while it answers. Epoch ms. */
export const unavailableSince = createStore<number | undefined>(undefined)

export function noteAnswer(isAvailable: boolean): void {
  if (isAvailable) unavailableSince.set(undefined)
  else unavailableSince.set(unavailableSince.get() ?? Date.now())
}
