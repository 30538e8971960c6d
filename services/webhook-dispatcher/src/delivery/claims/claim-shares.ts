import { fairRoom } from '../../domain/execution/fair-room.ts'
import type { Lane } from '../../ports/waiting-store.ts'

const laneKey = ({ webhookId, target }: Lane): string => `${webhookId} ${target}`

/**
 * Counts what is claimed, and shares it between the targets that something waits for: slow ones keep what they have for
 * long, and must not have all.
 * @param total claims at once
 */
export function createClaimShares(total: number) {
  const counts = new Map<string, number>()
  let all = 0

  const countOf = (key: string) => counts.get(key) ?? 0
  const ofLane = (lane: Lane) => countOf(laneKey(lane))
  function add(lane: Lane, more: 1 | -1): void {
    all += more
    for (const key of [lane.target, laneKey(lane)]) {
      const count = countOf(key) + more
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    }
  }

  return {
    /** How many more of this lane may be claimed, of so many targets that something waits for. */
    room: ({ target }: Lane, targets: number): number =>
      fairRoom({ total, parties: targets }, { mine: countOf(target), all }),
    /** How many more of what is sent to the target of this lane may be claimed, of `most`: those that are may not have begun yet. */
    free: ({ target }: Lane, most: number): number => Math.max(0, most - countOf(target)),
    /** Sorts lanes so that those come first of which least is claimed; among equals the order stays. */
    inTurn: (lanes: readonly Lane[]): Lane[] => lanes.toSorted((one, other) => ofLane(one) - ofLane(other)),
    /** How many of this lane are claimed. */
    claimed: ofLane,
    enter: (lane: Lane): void => add(lane, 1),
    leave: (lane: Lane): void => add(lane, -1),
  }
}
