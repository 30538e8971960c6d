import { useEffect } from 'react'
import { keepDraft } from './drafts.ts'

const KEEP_MS = 2_000

type TypedText<T> = {
  page: string
  isDirty: boolean
  /** What is kept, without secrets; the same object while nothing is typed. */
  value: T
  /** The version that it was typed over, where that has a number. */
  version?: number | undefined
}

/** Keeps what was typed and not saved yet, 2 s after the last key. */
export function useKeptDraft<T>({ page, isDirty, value, version }: TypedText<T>): void {
  useEffect(() => {
    if (!isDirty) return
    const timer = setTimeout(() => keepDraft(page, { at: Date.now(), version, value }), KEEP_MS)
    return () => clearTimeout(timer)
  }, [page, isDirty, value, version])
}
