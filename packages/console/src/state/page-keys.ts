import { useEffect, useRef } from 'react'
import { tinykeys } from 'tinykeys'
import { singleKeys } from './preferences.ts'
import { useStore } from './use-store.ts'

/** Whether the keys belong to a field, or to a dialog that lies over the page. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  !(target instanceof HTMLElement) ||
  target.isContentEditable ||
  target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"]') !== null

/** Does something at a key, but for where one types. */
export const outsideFields = (act: () => void) => (event: KeyboardEvent) => {
  if (isTaken(event)) return
  event.preventDefault()
  act()
}

/** Keys of a single letter for one page. They can be switched off, and never act in a field. */
export function usePageKeys(keys: Readonly<Record<string, () => void>>): void {
  const areOn = useStore(singleKeys)
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  const names = Object.keys(keys).join(' ')
  useEffect(() => {
    if (!areOn) return
    const bound = names.split(' ').map(name => [name, outsideFields(() => latest.current[name]?.())])
    return tinykeys(window, Object.fromEntries(bound))
  }, [areOn, names])
}

/** Whether a dialog lies over the page: it is the only thing that can be used. One that is going away does not. */
export const isCovered = (): boolean =>
  document.querySelector(':is([role="dialog"], [role="alertdialog"]):not([data-closed])') !== null

/** One press is one act, of a page that no dialog covers. Otherwise nothing is done, by the browser neither. */
const once = (act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
  if (event.isComposing) return
  if (event.repeat || isCovered()) event.preventDefault()
  else act(event)
}

/**
 * Keys that work wherever one is, in fields and editors too: those with a modifier, and `F8`. They do nothing under a dialog.
 * @param keys as tinykeys writes them
 */
export function useKeysEverywhere(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  const names = Object.keys(keys).join(' ')
  useEffect(() => {
    const bound = names.split(' ').map(name => [name, once(event => latest.current[name]?.(event))])
    return tinykeys(window, Object.fromEntries(bound), { ignore: () => false })
  }, [names])
}
