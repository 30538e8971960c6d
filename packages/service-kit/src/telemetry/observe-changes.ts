import type { ChangeLog } from '@sluice/change-log'
import { observing } from './meter-of.ts'

/** How well this process knows keys, users and permissions. */
export function observeChanges(changes: Pick<ChangeLog, 'isTrusted' | 'secondsSincePoll' | 'storeTime'>): void {
  const { gauge } = observing('change-log')
  gauge('change_log_trusted', '1 while what is held of keys, users and permissions may be used, else 0', () =>
    Number(changes.isTrusted()),
  )
  gauge('change_log_age_seconds', 'How old the last answer of the store is that has been taken over', () => {
    const age = changes.secondsSincePoll()
    return Number.isFinite(age) ? age : undefined
  })
  gauge(
    'clock_skew_seconds',
    "How far the clock of this machine is ahead of the store's",
    () => (Date.now() - changes.storeTime()) / 1000,
  )
}
