import { useState } from 'react'

/** Whether something holds, or has held since the page was opened. */
export function useEver(isSo: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isSo)
  if (isSo && !hasBeen) setHasBeen(true)
  return isSo || hasBeen
}
