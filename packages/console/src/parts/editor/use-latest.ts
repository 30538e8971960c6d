import { type RefObject, useEffect, useRef } from 'react'

/** The latest of what a page gives, for what is made once. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
