import { History } from 'lucide-react'
import { clockTime } from '../../domain/times.ts'
import { problemOf } from '../../http/problem.ts'
import { Bar } from '../bar.tsx'
import { Button } from '../button.tsx'

type StaleBarProps = { error: unknown; asOf: number; onRetry(): void }

/** What is shown could not be fetched anew: it stays, with its time. */
export const StaleBar = ({ error, asOf, onRetry }: StaleBarProps) => (
  <Bar look="warn" icon={History} role="status" actions={<Button onClick={onRetry}>Retry</Button>}>
    <b>What is shown is of {clockTime(asOf)}.</b> {problemOf(error).detail}
  </Bar>
)
