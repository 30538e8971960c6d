import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OVERVIEW_RANGES, type OverviewRange } from '../../domain/overview/overview-search.ts'
import { countOf, sizeWords } from '../../domain/overview/overview-words.ts'
import { clockTime } from '../../domain/times.ts'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import styles from './overview.module.css'
import type { Overview } from './use-overview.ts'

/** What there is a bound for, and how much of it is used. */
export function AllowancesCard({ overview, range }: { overview: Overview; range: OverviewRange }) {
  const { allowance, notStored, processes } = overview
  return (
    <Card title="Allowances">
      <Loaded query={allowance} what="the allowance of mails">
        {({ used, limit, resetsAt }) => (
          <div className={styles.allowance}>
            <Meter title={<Link to="/webhooks/mail">Mail today</Link>} used={used} most={limit} />
            <p className="small quiet">Recipients, counted anew at {clockTime(resetsAt.$date)}.</p>
          </div>
        )}
      </Loaded>
      <Loaded query={notStored} what="the events">
        {count => (
          <div className={styles.allowance}>
            <div className={styles.line}>
              <Link to="/deliveries">Event store</Link>
              <span className={count > 0 ? styles.soon : 'figures'}>{countOf(count, 'event')} not stored</span>
            </div>
            <p className="small quiet">In {OVERVIEW_RANGES[range].words}, by the budget of the store.</p>
          </div>
        )}
      </Loaded>
      <Spool processes={processes.data?.map(({ process }) => process.figures) ?? []} />
    </Card>
  )
}

type SpoolFigures = { spoolBytes?: number; spoolMaxBytes?: number }

/** What all gateways keep until it is on the bus; nothing where none has a spool. */
function Spool({ processes }: { processes: readonly SpoolFigures[] }) {
  const withSpool = processes.filter(({ spoolBytes }) => spoolBytes !== undefined)
  if (withSpool.length === 0) return null
  const used = withSpool.reduce((sum, { spoolBytes = 0 }) => sum + spoolBytes, 0)
  const most = withSpool.reduce((sum, { spoolMaxBytes = 0 }) => sum + spoolMaxBytes, 0)
  return (
    <div className={styles.allowance}>
      <Meter title="Spool" used={used} most={most} words={sizeWords} />
      <p className="small quiet">Events that wait on the disks of the gateways.</p>
    </div>
  )
}

type MeterProps = { title: ReactNode; used: number; most: number; words?: (value: number) => string }

const Meter = ({ title, used, most, words = value => value.toLocaleString() }: MeterProps) => (
  <>
    <div className={styles.line}>
      {title}
      <span className="figures">{most > 0 ? `${words(used)} of ${words(most)}` : words(used)}</span>
    </div>
    {most > 0 && (
      <svg className={styles.meter} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.whole} width={100} height={1} />
        <rect className={styles.used} width={Math.min(100, (used / most) * 100)} height={1} />
      </svg>
    )}
  </>
)
