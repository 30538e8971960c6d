/** A process that has told of itself. Times are epoch ms. */
type HeardProcess = { id: string; seenAt: { $date: number } }
/** The same with whether it is silent by now. */
export type SeenProcess<P extends HeardProcess> = { process: P; isGone: boolean }

const FORGOTTEN_MS = 15 * 60_000

/**
 * Lists the processes that tell of themselves, and after them the ones that have fallen silent since the page asked before. A
 * silent process is forgotten after a quarter of an hour.
 * @param now epoch ms
 */
export function seenProcesses<P extends HeardProcess>(
  before: readonly SeenProcess<P>[],
  listed: readonly P[],
  now: number,
): SeenProcess<P>[] {
  const ids = new Set(listed.map(({ id }) => id))
  const gone = before
    .filter(({ process }) => !ids.has(process.id) && now - process.seenAt.$date < FORGOTTEN_MS)
    .map(({ process }) => ({ process, isGone: true }))
  return [...listed.map(process => ({ process, isGone: false })), ...gone]
}
