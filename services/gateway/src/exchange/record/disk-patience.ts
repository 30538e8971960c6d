import type { ServerResponse } from 'node:http'

/**
 * A response that waits for the disk, until `late` (performance time in ms) at most. It is let go of when it waits no longer:
 * a set keeps what it has outgrown (docs/adr/0041-what-is-old-holds-no-request.md).
 */
type WaitingResponse = { response: Pick<ServerResponse, 'destroy'> | undefined; readonly late: number }

/** Ends responses for which the disk takes too long, by one timer for all of them. */
export type DiskPatience = {
  /** From now on the response waits; it is destroyed when that takes too long. */
  begin(response: Pick<ServerResponse, 'destroy'>): WaitingResponse
  /** The disk has what the response waited for. */
  end(waiting: WaitingResponse): void
}

/** @param ms how long each may wait, so that they become late in the order in which they began */
export function createDiskPatience(ms: number): DiskPatience {
  const all = new Set<WaitingResponse>()
  let timer: NodeJS.Timeout | undefined

  /** Looks at the oldest alone: nearly always it is one that began long after the timer was armed. */
  function endLate(): void {
    timer = undefined
    const now = performance.now()
    for (const waiting of all) {
      if (waiting.late > now) return arm(waiting.late - now)
      all.delete(waiting)
      waiting.response?.destroy()
    }
  }

  function arm(inMs: number): void {
    timer = setTimeout(endLate, inMs).unref()
  }

  return {
    begin(response) {
      const waiting = { response, late: performance.now() + ms }
      all.add(waiting)
      if (!timer) arm(ms)
      return waiting
    },
    end(waiting) {
      waiting.response = undefined
      all.delete(waiting)
    },
  }
}
