import { type ChangeLog, createKeptPositions } from '@sluice/change-log'
import type { ChangePositions } from '@sluice/contracts'
import { isLevelWith, mergePositions, parsePositions } from '../domain/positions.ts'

/** The highest places of the change log that this gateway has seen: in its own log, and in answers of services. */
export type SeenPositions = {
  highest(): ChangePositions
  /** Takes in what an answer says. @returns a promise when the own tables are behind it; undefined when they are level */
  note(header: string): Promise<void> | undefined
}

/** The lease of the change log. */
const KEPT_MS = 15_000

export function createSeenPositions(changes: ChangeLog): SeenPositions {
  const told = createKeptPositions(KEPT_MS)
  return {
    highest: () => mergePositions(changes.positions(), told.current(performance.now())),
    note(header) {
      const positions = parsePositions(header)
      told.note(positions, performance.now())
      return isLevelWith(changes.positions(), positions) ? undefined : changes.catchUp(positions)
    },
  }
}
