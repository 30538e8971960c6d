/** How long one is asked for at least before it gives way, in ms: a name server that is well has answered by then. */
const ASKED_AT_LEAST_MS = 1_000

type Turn = { ask(): void }
type TurnOptions<T> = { maxNames: number; giveWay: (oldest: T) => void }

/**
 * Lets so many be asked for at once, in their order. Where more wait, the one that has been asked for longest gives way, but
 * none that could still be answered at any moment: many names at once are no silent ones.
 */
export function createNameTurns<T extends Turn>({ maxNames, giveWay }: TurnOptions<T>) {
  const askedAt = new Map<T, number>()
  const waiting = new Set<T>()
  let timer: NodeJS.Timeout | undefined

  function proceed(): void {
    for (const next of waiting) {
      if (askedAt.size >= maxNames) return makeRoom()
      waiting.delete(next)
      askedAt.set(next, performance.now())
      next.ask()
    }
  }

  /** Goes on when one leaves, or at the latest when the oldest has had its time. */
  function makeRoom(): void {
    const [oldest] = askedAt
    if (!oldest || timer) return
    const [search, at] = oldest
    const left = at + ASKED_AT_LEAST_MS - performance.now()
    if (left <= 0) return giveWay(search)
    timer = setTimeout(() => {
      timer = undefined
      proceed()
    }, left).unref()
  }

  return {
    enter(search: T): void {
      waiting.add(search)
      proceed()
    },
    /** It was answered, or given up; has no effect on one that has left. */
    leave(search: T): void {
      waiting.delete(search)
      if (askedAt.delete(search)) proceed()
    },
    waiting: (): number => waiting.size,
  }
}
