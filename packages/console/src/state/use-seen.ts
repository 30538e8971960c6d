import { useEffect, useState } from 'react'

/** Whether the tab is seen, or was less than so long ago. */
export function useSeen(forMs: number): boolean {
  const [isSeen, setIsSeen] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'hidden') timer = setTimeout(() => setIsSeen(false), forMs)
      else setIsSeen(true)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [forMs])
  return isSeen
}
