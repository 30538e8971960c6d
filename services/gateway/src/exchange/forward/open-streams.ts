/** An answer that goes on: whether its caller may still have it, and how it is ended. */
type OpenStream = { isAllowed(): Promise<boolean>; end(): void }

export type OpenStreams = ReturnType<typeof createOpenStreams>

/** A stream ends in this time at most once its caller may no longer have it. */
const LONGEST_MS = 15_000
/** What can't be answered in this time is not known. */
const PATIENCE_MS = 5_000
/** A question may come right before the change, and the next one take all the patience that there is. */
const EVERY_MS = LONGEST_MS - PATIENCE_MS

/** Asks again every 10 s whether a stream may go on; one that may not, or of which that is not known, is ended. */
export function createOpenStreams(everyMs = EVERY_MS, patienceMs = PATIENCE_MS) {
  const streams = new Set<OpenStream>()

  async function check(stream: OpenStream): Promise<void> {
    const isAllowed = await within(patienceMs, stream.isAllowed())
    if (!isAllowed && streams.delete(stream)) stream.end()
  }

  return {
    /** @returns to be called when it has ended */
    enter(stream: OpenStream): () => void {
      streams.add(stream)
      const timer = setInterval(() => void check(stream), everyMs).unref()
      return () => {
        clearInterval(timer)
        streams.delete(stream)
      }
    },
    endAll(): void {
      for (const stream of streams) {
        streams.delete(stream)
        stream.end()
      }
    },
  }
}

async function within(limitMs: number, asked: Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), limitMs).unref()
  asked.then(resolve, () => resolve(false))
  const answer = await promise
  clearTimeout(timer)
  return answer
}
