/** Shorter than the pause after a word, and longer than the one between two keys of who types fast. */
const QUIET_MS = 100
const LONGEST_MS = 1_000

/** Tells that something was typed in the pauses, as it takes a page longer than a key may. */
export function followTyping(tell: () => void) {
  let untoldSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** @returns whether there was something to tell, which is left to the caller */
  const stop = (): boolean => {
    clearTimeout(timer)
    const wasUntold = untoldSince !== undefined
    untoldSince = undefined
    return wasUntold
  }
  return {
    /** Something was typed. */
    note() {
      const now = Date.now()
      untoldSince ??= now
      clearTimeout(timer)
      timer = setTimeout(() => stop() && tell(), Math.min(QUIET_MS, untoldSince + LONGEST_MS - now))
    },
    isUntold: () => untoldSince !== undefined,
    stop,
  }
}
