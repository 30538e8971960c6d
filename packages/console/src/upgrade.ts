import { createStore } from './state/store.ts'
import { tellTyped } from './state/typed-texts.ts'
import { unsavedForms } from './state/unsaved.ts'

const KEY = 'sluice.reloaded'
/** A second failure within this time is no other version: it would go round in a circle. */
const WITHIN_MS = 10_000

/** Sluice is of another version than this page, which can't be loaded anew by itself as something is not saved. */
export const isUpgraded = createStore(false)
let isFetchingAhead = false

/** Fetches a chunk before it is needed. One that is gone is not missed until then. */
export async function fetchAhead(load: () => Promise<unknown>): Promise<void> {
  isFetchingAhead = true
  try {
    await load()
  } catch {
    // The page that needs it says so.
  } finally {
    isFetchingAhead = false
  }
}

/** A chunk of the page is gone, as after an upgrade: the page is loaded anew, once, or where text is not saved a bar says so. */
export function onMissingChunk(event: Event): void {
  if (isFetchingAhead) return
  tellTyped()
  if (unsavedForms.get() > 0) return isUpgraded.set(true)
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (Date.now() - last < WITHIN_MS) return isUpgraded.set(true)
  event.preventDefault()
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}
