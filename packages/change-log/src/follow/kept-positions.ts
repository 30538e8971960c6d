import { type ChangePositions, type ChangeTopic, changeTopic } from '@sluice/contracts'

/**
 * Sequences of the change log that were heard of. Each counts for `keptMs` only: whoever is trusted after the lease has
 * seen it anyway, and a counter that a restored backup has set back would be waited for without end.
 */
export function createKeptPositions(keptMs: number) {
  const kept = new Map<ChangeTopic, { sequence: number; until: number }>()
  return {
    /** @param nowMs of a clock that only rises */
    note(positions: ChangePositions, nowMs: number): void {
      for (const topic of changeTopic.options) {
        const sequence = positions[topic]
        const known = kept.get(topic)
        if (sequence === undefined || (known && known.until > nowMs && known.sequence > sequence)) continue
        kept.set(topic, { sequence, until: nowMs + keptMs })
      }
    },
    current(nowMs: number): ChangePositions {
      const positions: ChangePositions = {}
      for (const [topic, { sequence, until }] of kept) if (until > nowMs) positions[topic] = sequence
      return positions
    },
  }
}
