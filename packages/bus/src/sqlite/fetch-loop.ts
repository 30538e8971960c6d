const RETRY_MS = 200

/**
 * Calls `fetchOnce` as long as there may be more, one at a time. `fetchOnce` says whether there is more now; one that
 * throws is called again after 200 ms.
 */
export function createFetchLoop(fetchOnce: () => Promise<boolean>) {
  let isRunning = false
  let mayHaveMore = false
  let isStopped = false

  async function run() {
    if (isRunning) return
    isRunning = true
    while (mayHaveMore && !isStopped) {
      mayHaveMore = false
      const hasMore = await fetchOnce().catch(tryLater)
      mayHaveMore ||= hasMore
    }
    isRunning = false
  }

  function tryLater(): boolean {
    setTimeout(wake, RETRY_MS).unref()
    return false
  }

  function wake() {
    mayHaveMore = true
    void run()
  }

  return {
    wake,
    isStopped: () => isStopped,
    stop() {
      isStopped = true
    },
  }
}
