/** Runs `poll` every `everyMs` and on demand, never two at the same time. `poll` does not reject. */
export function createPoller(poll: () => Promise<void>, everyMs: number) {
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined
  let isStopped = false

  /** @returns the end of a poll that was sent after this call */
  function now(): Promise<void> {
    if (isStopped) return Promise.resolve()
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
