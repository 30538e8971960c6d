import { type RefObject, useRef } from 'react'
import { usePageKeys } from '../../state/page-keys.ts'

const ROW = '[data-row]'

/**
 * Moves through the rows of a list with `j` and `k`: the focus goes to the link of a row, so that `Enter` opens it. A row
 * has `data-row`; what a letter does in it has `data-key`.
 */
export function useRows<T extends HTMLElement>(letters: readonly string[] = []): RefObject<T | null> {
  const list = useRef<T>(null)
  const rows = () => [...(list.current?.querySelectorAll(ROW) ?? [])]
  const current = () => rows().findIndex(row => row.contains(document.activeElement))
  const go = (step: number) => {
    const all = rows()
    const next = all[Math.max(0, Math.min(all.length - 1, current() + step))]
    next?.querySelector<HTMLElement>('a, button[aria-expanded]')?.focus()
  }
  const press = (letter: string) => {
    const found = rows()[current()]?.querySelector(`[data-key="${letter}"]`)
    if (found instanceof HTMLElement) found.click()
  }
  const pressed = letters.map(letter => [letter, () => press(letter)] as const)
  usePageKeys({ j: () => go(1), k: () => go(-1), ...Object.fromEntries(pressed) })
  return list
}
