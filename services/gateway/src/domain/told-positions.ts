import { type ChangePositions, type ChangeTopic, changeTopic } from '@sluice/contracts'

/**
 * What services have said of the change log lately. Each word counts for `keptMs` only: whoever is trusted after the
 * lease has seen it anyway, and a counter that a restored backup has set back would be waited for without end.
 */
export function createToldPositions(keptMs: number) {
  const told = new Map<ChangeTopic, { sequence: number; until: number }>()
  return {
    /** @param nowMs of a clock that only rises */
    note(positions: ChangePositions, nowMs: number): void {
      for (const topic of changeTopic.options) {
        const sequence = positions[topic]
        const known = told.get(topic)
        if (sequence === undefined || (known && known.until > nowMs && known.sequence > sequence)) continue
        told.set(topic, { sequence, until: nowMs + keptMs })
      }
    },
    current(nowMs: number): ChangePositions {
      const positions: ChangePositions = {}
      for (const [topic, { sequence, until }] of told) if (until > nowMs) positions[topic] = sequence
      return positions
    },
  }
}
