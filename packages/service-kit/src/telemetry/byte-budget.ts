import { getHeapStatistics } from 'node:v8'

/** Counts so many bytes more. @returns whether there was room for them; where there was none, nothing has changed */
export type Hold = (bytes: number) => boolean

/** What of a response tells that it is sent, or that its client has gone. */
type ClosingResponse = { closed: boolean; once(event: 'close', listener: () => void): unknown }

/** `holdUntilClosed`: counts for a response until it is closed. */
export type ByteBudget = { holdUntilClosed(response: ClosingResponse): Hold; heldBytes(): number }

/** Bounds the bytes of bodies that are held at once: many large ones are refused before they take all memory. */
export function createByteBudget(limitBytes: number): ByteBudget {
  let total = 0
  return {
    heldBytes: () => total,
    holdUntilClosed(response: ClosingResponse) {
      let own = 0
      const release = () => {
        total -= own
      }
      return bytes => {
        if (response.closed) return true
        if (total + bytes > limitBytes) return false
        // Most requests never hold anything.
        if (own === 0) response.once('close', release)
        total += bytes
        own += bytes
        return true
      }
    },
  }
}

/** A body of the greatest size that is taken has room beside small ones. */
const LEAST_BYTES = 17 * 1024 * 1024
/** A body takes several times its bytes until it is stored: as it came, as text, as values, and as what is sent on. */
const SHARE = 1 / 8

/** One for all that a process serves: it has one memory. */
export const bodyBudget = createByteBudget(Math.max(LEAST_BYTES, SHARE * getHeapStatistics().heap_size_limit))
