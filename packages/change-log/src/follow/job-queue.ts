/** One thing that a follower has to do. A reload covers everything up to `sequence`. */
export type Job = { kind: 'reload'; sequence: number } | { kind: 'apply'; sequence: number; id: string }

/** A change as a notice or a poll tells it. */
export type ToldChange = { sequence: number; id: string }

const MAX_WAITING = 1_000

/** What one follower has still to do, in order, at most 1,000 jobs: more become one reload. */
export function createJobQueue() {
  let waiting: Job[] = []
  let running: Job | undefined
  let isOutdated = false

  /** Reads everything anew; what waits is covered by it. */
  function reload(sequence: number) {
    waiting = [{ kind: 'reload', sequence }]
  }

  return {
    reload,

    /** A reload that has not begun reads what was written before this, too. */
    apply({ sequence, id }: ToldChange) {
      const only = waiting.length === 1 ? waiting[0] : undefined
      if (only?.kind === 'reload' || waiting.length >= MAX_WAITING) reload(sequence)
      else waiting.push({ kind: 'apply', sequence, id })
    },

    /** What is running counts for nothing any more. */
    outdate() {
      isOutdated = true
    },

    /** @returns the next job, once; nothing while one is running. End it by `finished` or `failed`. */
    next(): Job | undefined {
      if (running) return undefined
      running = waiting.shift()
      isOutdated = false
      return running
    },

    /** @returns the sequence up to which everything is done now */
    finished(): number | undefined {
      const done = isOutdated ? undefined : running?.sequence
      running = undefined
      return done
    },

    /** The job comes again before anything else, unless a reload covers it. */
    failed() {
      if (running && !isOutdated && waiting[0]?.kind !== 'reload') waiting.unshift(running)
      running = undefined
    },
  }
}
