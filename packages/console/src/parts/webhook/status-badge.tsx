import { Check, Clock, Minus, X } from 'lucide-react'
import type { DeliveryStatus } from '../../api/logs.ts'
import { Badge } from '../badge.tsx'

const BADGES: Readonly<Record<DeliveryStatus, Parameters<typeof Badge>[0]>> = {
  success: { look: 'ok', icon: Check, word: 'success' },
  failed: { look: 'bad', icon: X, word: 'failed' },
  skipped: { look: 'quiet', icon: Minus, word: 'skipped' },
  pending: { look: 'info', icon: Clock, word: 'pending' },
}

/** What became of a delivery. */
export const StatusBadge = ({ status, isBare = false }: { status: DeliveryStatus; isBare?: boolean }) => (
  <Badge {...BADGES[status]} isBare={isBare} />
)
