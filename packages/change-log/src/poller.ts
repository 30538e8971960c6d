/** Runs `poll` every `everyMs` and on demand, never two at the same time. `poll` does not reject. */
export function createPoller<Found>(poll: () => Promise<Found | undefined>, everyMs: number) {
  let timer: NodeJS.Timeout | undefined
  let current: Promise<Found | undefined> | undefined
  let next: Promise<Found | undefined> | undefined
  let isStopped = false

  /** @returns what a poll has found that was sent after this call; whoever asks meanwhile shares it */
  function now(): Promise<Found | undefined> {
    if (isStopped) return Promise.resolve(undefined)
    if (current) {
      next ??= current.then(() => {
        next = undefined
        return now()
      })
      return next
    }
    current = poll().finally(() => {
      current = undefined
    })
    return current
  }

  return {
    now,
    start() {
      timer ??= setInterval(() => void now(), everyMs)
    },
    /** Resolves when no poll is under way. */
    async stop() {
      isStopped = true
      clearInterval(timer)
      await current
    },
  }
}
export type Poller<Found> = ReturnType<typeof createPoller<Found>>
