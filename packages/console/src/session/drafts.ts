import { onSignedOut, session } from './session.ts'

/** A draft is what somebody has typed and not saved yet, in this tab. `etag`: of what it was typed over. */
export type KeptDraft<T> = { at: number; etag: string | undefined; value: T }

const PREFIX = 'sluice.draft.'
const LONGEST = 600_000

function keyOf(page: string): string | undefined {
  const current = session.get()
  return 'user' in current ? `${PREFIX}${current.user}.${page}` : undefined
}

/** Keeps a draft of a page for whoever is signed in. @param value without secrets */
export function keepDraft<T>(page: string, draft: KeptDraft<T>): void {
  const key = keyOf(page)
  const text = JSON.stringify(draft)
  try {
    if (key && text.length <= LONGEST) sessionStorage.setItem(key, text)
  } catch {
    // The storage of the tab is full: the text stays on the page alone.
  }
}

/** @param isDraft what can be made a form of again */
export function readDraft<T>(page: string, isDraft: (value: unknown) => value is T): KeptDraft<T> | undefined {
  const key = keyOf(page)
  const found = parsed((key && sessionStorage.getItem(key)) || 'null')
  if (!isKept(found) || !isDraft(found.value)) return undefined
  return { at: found.at, etag: typeof found.etag === 'string' ? found.etag : undefined, value: found.value }
}

const isKept = (found: unknown): found is { at: number; value: unknown; etag?: unknown } =>
  typeof found === 'object' && found !== null && 'value' in found && 'at' in found && typeof found.at === 'number'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function dropDraft(page: string): void {
  const key = keyOf(page)
  if (key) sessionStorage.removeItem(key)
}

/** Nothing of anybody is left at the sign-out. */
onSignedOut(() => {
  const names = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '')
  for (const name of names.filter(each => each.startsWith(PREFIX))) sessionStorage.removeItem(name)
})
