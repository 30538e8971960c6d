import { Check, CircleSlash, ClockAlert } from 'lucide-react'
import { type KeyState, keyState } from '../../domain/key-state.ts'
import { clockTime } from '../../domain/times.ts'
import { Badge } from '../badge.tsx'
import table from '../table.module.css'

const BADGES: Readonly<Record<KeyState, Parameters<typeof Badge>[0]>> = {
  active: { look: 'ok', icon: Check, word: 'Active' },
  'ends-soon': { look: 'warn', icon: ClockAlert, word: 'Ends soon' },
  expired: { look: 'quiet', icon: CircleSlash, word: 'Expired' },
}

/** Epoch ms. */
type KeyBadgeProps = { expiresAt: number; previousUntil: number | undefined }

/** How a key is, and until when the secret before its rotation works too. */
export function KeyBadge({ expiresAt, previousUntil }: KeyBadgeProps) {
  const now = Date.now()
  const isOldSecretAlive = previousUntil !== undefined && previousUntil > now
  return (
    <>
      <Badge {...BADGES[keyState(expiresAt, now)]} />
      {isOldSecretAlive && <span className={table.under}>old secret until {clockTime(previousUntil)}</span>}
    </>
  )
}
