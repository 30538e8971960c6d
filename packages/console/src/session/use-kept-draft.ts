import { useEffect, useRef } from 'react'
import { dropDraft, keepDraft } from './drafts.ts'

const KEEP_MS = 2_000

type TypedText<T> = {
  page: string
  isDirty: boolean
  /** What is kept, without secrets; the same object while nothing is typed. */
  value: T
  /** The ETag of what it was typed over; undefined of what is new. */
  etag: string | undefined
}

/** Keeps what was typed and not saved yet, 2 s after the last key; and no longer, once all of it is saved or taken back. */
export function useKeptDraft<T>({ page, isDirty, value, etag }: TypedText<T>): void {
  const wasDirty = useRef(false)
  useEffect(() => {
    if (wasDirty.current && !isDirty) dropDraft(page)
    wasDirty.current = isDirty
    if (!isDirty) return
    const timer = setTimeout(() => keepDraft(page, { at: Date.now(), etag, value }), KEEP_MS)
    return () => clearTimeout(timer)
  }, [page, isDirty, value, etag])
}
