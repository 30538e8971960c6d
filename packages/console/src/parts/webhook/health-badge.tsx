import { Check, CircleSlash, Hourglass, Moon, Scan, X } from 'lucide-react'
import type { HookState } from '../../api/webhooks.ts'
import type { ShownState } from '../../domain/webhooks/health-words.ts'
import { Badge } from '../badge.tsx'

const BADGES: Readonly<Record<ShownState, Parameters<typeof Badge>[0]>> = {
  healthy: { look: 'ok', icon: Check, word: 'Healthy' },
  failing: { look: 'bad', icon: X, word: 'Failing' },
  'held-back': { look: 'warn', icon: Hourglass, word: 'Held back' },
  broad: { look: 'warn', icon: Scan, word: 'Broad' },
  idle: { look: 'quiet', icon: Moon, word: 'Idle' },
  disabled: { look: 'quiet', icon: CircleSlash, word: 'Disabled' },
  'auto-disabled': { look: 'bad', icon: CircleSlash, word: 'Disabled' },
}

/** How a webhook does. */
export const HealthBadge = ({ state }: { state: ShownState }) => <Badge {...BADGES[state]} />

export const HEALTH_WORDS: Readonly<Record<HookState, string>> = {
  healthy: BADGES.healthy.word,
  failing: BADGES.failing.word,
  'held-back': BADGES['held-back'].word,
  broad: BADGES.broad.word,
  idle: BADGES.idle.word,
  disabled: BADGES.disabled.word,
}
