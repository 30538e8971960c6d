import { type ChangeLog, createKeptPositions, createLastMerge } from '@sluice/change-log'
import type { ChangePositions, ExchangeEvent } from '@sluice/contracts'
import { isLevelWith, mergePositions, parsePositions } from '../../domain/positions.ts'

/** The highest places of the change log that this gateway has seen: in its own log, and in answers of services. */
export type SeenPositions = {
  /** The same object until one of them changes. */
  highest(): Readonly<ChangePositions>
  /** The highest place of the webhooks, and the epoch that it is of. */
  eventSequence(): EventSequence
  /** Takes in what an answer says. @returns a promise when the own tables are behind it; undefined when they are level */
  note(header: string): Promise<void> | undefined
}

export type EventSequence = Pick<ExchangeEvent, 'webhooksSequence' | 'changesEpoch'>

/** The lease of the change log. */
const KEPT_MS = 15_000

export function createSeenPositions(changes: ChangeLog): SeenPositions {
  const told = createKeptPositions(KEPT_MS)
  const merged = createLastMerge(mergePositions)
  const highest = () => merged(changes.positions(), told.current(performance.now()))
  return {
    highest,
    eventSequence() {
      const polled = changes.polled()
      // After a restore nothing is held until it has been read anew; what was polled is known at once.
      const webhooksSequence = Math.max(highest().webhooks ?? 0, polled?.positions.webhooks ?? 0)
      return { webhooksSequence, ...(polled && { changesEpoch: polled.epoch }) }
    },
    note(header) {
      const positions = parsePositions(header)
      told.note(positions, performance.now())
      return isLevelWith(changes.positions(), positions) ? undefined : changes.catchUp(positions)
    },
  }
}
