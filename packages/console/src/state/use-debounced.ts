import { useEffect, useMemo, useState } from 'react'

/** A value as it was when it had not changed for a while. @param value that JSON can hold, compared by what it is */
export function useDebounced<T>(value: T, waitMs: number): T {
  const text = useMemo(() => JSON.stringify(value), [value])
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), waitMs)
    return () => clearTimeout(timer)
  }, [text, waitMs])
  return useMemo(() => {
    const parsed: T = JSON.parse(settled)
    return parsed
  }, [settled])
}
