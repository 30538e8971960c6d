import { useEffect } from 'react'
import { fetchAhead } from '../upgrade.ts'

/** Once the tab has nothing else to do for a while. */
const AFTER_MS = 5_000

/** Whether somebody has asked the browser to fetch little. Not every browser can be asked. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  )
}

/** Fetches the chunks of all pages, one after the other, so that an open tab needs no file of its version later. */
export function useChunksAhead(loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    if (savesData()) return
    let isOver = false
    const timer = setTimeout(async () => {
      for (const load of loads) {
        if (isOver) return
        await idle()
        await fetchAhead(load)
      }
    }, AFTER_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [loads])
}

/** Not every browser says when it is idle. */
const idle = (): Promise<unknown> =>
  new Promise(resolve => ('requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 50)))
