import { type ChangePositions, type ChangeTopic, changeTopic } from '@sluice/contracts'

/**
 * Sequences of the change log that were heard of. Each counts for `keptMs` only: whoever is trusted after the lease has
 * seen it anyway, and a counter that a restored backup has set back would be waited for without end.
 */
export function createKeptPositions(keptMs: number) {
  const kept = new Map<ChangeTopic, { sequence: number; until: number }>()
  /** What was answered last, and until when nothing else is. */
  let last: ChangePositions = {}
  let lastUntil = Number.NEGATIVE_INFINITY

  function heardOf(nowMs: number): ChangePositions {
    const positions: ChangePositions = {}
    lastUntil = Number.POSITIVE_INFINITY
    for (const [topic, { sequence, until }] of kept) {
      if (until > nowMs) {
        positions[topic] = sequence
        lastUntil = Math.min(lastUntil, until)
      } else kept.delete(topic)
    }
    return positions
  }

  return {
    /** @param nowMs of a clock that only rises */
    note(positions: ChangePositions, nowMs: number): void {
      for (const topic of changeTopic.options) {
        const sequence = positions[topic]
        const known = kept.get(topic)
        if (sequence === undefined || (known && known.until > nowMs && known.sequence > sequence)) continue
        kept.set(topic, { sequence, until: nowMs + keptMs })
        if (known?.sequence !== sequence) lastUntil = Number.NEGATIVE_INFINITY
      }
    },
    /** @returns the same object as before where nothing has changed, so that it may be asked for with each request */
    current(nowMs: number): Readonly<ChangePositions> {
      if (nowMs >= lastUntil) last = heardOf(nowMs)
      return last
    },
  }
}
