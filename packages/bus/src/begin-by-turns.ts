/** What begins in one turn of the loop: a backlog of thousands would keep answers and heartbeats waiting for a second. */
const PER_TURN = 32

/** Begins work as it comes, and so much of it that the loop keeps its turns; the rest follows in order. */
export function beginByTurns<T>(begin: (work: T) => void) {
  const waiting = new Set<T>()
  let begun = 0

  function beginOne(work: T) {
    begun += 1
    if (begun === 1) setImmediate(beginMore)
    begin(work)
  }

  function beginMore() {
    begun = 0
    for (const work of waiting) {
      if (begun === PER_TURN) return
      waiting.delete(work)
      beginOne(work)
    }
  }

  return {
    add(work: T) {
      if (begun < PER_TURN) beginOne(work)
      else waiting.add(work)
    },
    isWaiting: (work: T) => waiting.has(work),
    /** It never begins, unless it has. */
    drop: (work: T) => void waiting.delete(work),
  }
}
