let hasWarned = false

/** A key in a page is everybody's who opens the page. It is said once. */
export function warnOfKeyInBrowser(hasKey: boolean): void {
  if (hasWarned || !hasKey || !('document' in globalThis)) return
  hasWarned = true
  console.warn('Sluice: whoever opens this page can read its API key. Use a session, or a server.')
}
