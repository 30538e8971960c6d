type Fields = Readonly<Record<string, unknown>>

export type SparseLog = (fields: Fields) => void

const EVERY_MS = 5_000

/**
 * For what happens thousands of times when something is down: one line in five seconds.
 * @param write gets the fields of the latest, and as `unsaid` how many before it were left out
 */
export function createSparseLog(
  write: (fields: Fields) => void,
  { everyMs = EVERY_MS, now = () => performance.now() } = {},
): SparseLog {
  let lastAt = Number.NEGATIVE_INFINITY
  let unsaid = 0
  return fields => {
    if (now() - lastAt < everyMs) {
      unsaid += 1
      return
    }
    write(unsaid > 0 ? { ...fields, unsaid } : fields)
    lastAt = now()
    unsaid = 0
  }
}
