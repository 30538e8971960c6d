import type { ChangeLog } from '@sluice/change-log'
import { observing } from './meter-of.ts'

/** The store counts as away after the same time as for readiness. */
const STORE_AWAY_AFTER_SECONDS = 6

/**
 * Whether the process can use what it stands on: the store, and what else it has.
 * @param others by name, with what tells that one is away
 */
export function observeDependencies(
  changes: Pick<ChangeLog, 'secondsSincePoll'>,
  others: Readonly<Record<string, () => unknown>> = {},
): void {
  const dependencies = { ...others, store: () => changes.secondsSincePoll() > STORE_AWAY_AFTER_SECONDS }
  const { gauge } = observing('dependencies')
  gauge('dependency_up', '1 while the process can use it, else 0', () =>
    Object.entries(dependencies).map(([dependency, isAway]) => [Number(!isAway()), { dependency }] as const),
  )
}
