import type { ChangeLog } from '@sluice/change-log'
import type { ChangePositions } from '@sluice/contracts'
import { isLevelWith, mergePositions, parsePositions } from '../domain/positions.ts'

/** The highest places of the change log that this gateway has seen: in its own log, and in answers of services. */
export type SeenPositions = {
  highest(): ChangePositions
  /** Takes in what an answer says. @returns a promise when the own tables are behind it; undefined when they are level */
  note(header: string): Promise<void> | undefined
}

export function createSeenPositions(changes: ChangeLog): SeenPositions {
  let told: ChangePositions = {}
  return {
    highest: () => mergePositions(changes.positions(), told),
    note(header) {
      const positions = parsePositions(header)
      told = mergePositions(told, positions)
      return isLevelWith(changes.positions(), positions) ? undefined : changes.catchUp(positions)
    },
  }
}
