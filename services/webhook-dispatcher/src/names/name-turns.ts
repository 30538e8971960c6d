/** How long one waits for its turn at most, in ms: longer than silence keeps a place that it has to leave. */
const MAX_WAIT_MS = 2_000
/** The most that wait at once: more than deliveries and tests may be under way. */
const MAX_WAITING = 2_000

type Waiting = { name: string; end(hasTurn: boolean): void }
type NameTurnsDependencies = {
  mayAsk(name: string): boolean
  /** Begins the look-up: it has its place before the next name is considered. */
  begin(name: string): void
}

/** Lets names that can't be asked for yet wait for their turn, in their order. */
export function createNameTurns({ mayAsk, begin }: NameTurnsDependencies) {
  const waiting = new Set<Waiting>()
  return {
    /** @returns whether the look-up has begun; false where the wait was too long, or too many wait already */
    async wait(name: string): Promise<boolean> {
      if (waiting.size >= MAX_WAITING) return false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const timer = setTimeout(() => one.end(false), MAX_WAIT_MS).unref()
      const one: Waiting = {
        name,
        end(hasTurn) {
          clearTimeout(timer)
          waiting.delete(one)
          resolve(hasTurn)
        },
      }
      waiting.add(one)
      return promise
    },
    /** To be called when a look-up has ended. */
    proceed(): void {
      for (const { name, end } of waiting) {
        if (!mayAsk(name)) continue
        begin(name)
        end(true)
      }
    },
  }
}
