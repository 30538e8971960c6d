import { useRef } from 'react'
import { useKeysEverywhere } from '../../state/page-keys.ts'

/** `F8` and `Shift F8` lead from mark to mark, through one text or several. */
export function useNextMark<T>(marks: readonly T[], goTo: (mark: T) => void): void {
  const at = useRef(-1)
  const step = (by: number) => (event: KeyboardEvent) => {
    if (marks.length === 0 || event.defaultPrevented) return
    event.preventDefault()
    at.current = (at.current + by + marks.length) % marks.length
    const mark = marks[at.current]
    if (mark !== undefined) goTo(mark)
  }
  useKeysEverywhere({ F8: step(1), 'Shift+F8': step(-1) })
}
