import { useEffect, useState } from 'react'

const ACTIVITIES = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focus']

/** Whether somebody has done something in this tab within so long. */
export function useActive(forMs: number): boolean {
  const [isActive, setIsActive] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setIsActive(false), forMs)
      setIsActive(true)
    }
    note()
    for (const activity of ACTIVITIES) addEventListener(activity, note, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const activity of ACTIVITIES) removeEventListener(activity, note)
    }
  }, [forMs])
  return isActive
}
