const KEY = 'sluice.reloaded'
/** A second failure within this time is no other version: it would go round in a circle. */
const WITHIN_MS = 10_000

/** A chunk of the page is gone, as after an upgrade: the page is loaded anew, once. */
export function reloadOnce(event: Event): void {
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (Date.now() - last < WITHIN_MS) return
  event.preventDefault()
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}
