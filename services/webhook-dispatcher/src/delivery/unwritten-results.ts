/** So many are sent again at most when the process dies, beside what is under way. */
const MAX_UNWRITTEN = 256

/**
 * Counts results that are on their way into the store. A target's slot is free while its result is written; beyond `most` of
 * all targets each result keeps its slot, so that a store that does not answer stops the sending.
 */
export function createUnwrittenResults(most = MAX_UNWRITTEN) {
  let unwritten = 0

  function leave(): void {
    unwritten -= 1
  }

  return {
    /** Resolves when the slot may be given back: at once, or when the result is written. Does not reject. */
    async enter(written: Promise<unknown>): Promise<void> {
      unwritten += 1
      const left = written.then(leave, leave)
      if (unwritten > most) await left
    },
  }
}
