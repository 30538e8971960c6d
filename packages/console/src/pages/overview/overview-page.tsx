import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { OVERVIEW_RANGES, RANGE_NAMES } from '../../domain/overview/overview-search.ts'
import { secondsTime } from '../../domain/times.ts'
import { Segments } from '../../parts/form/segments.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import { AllowancesCard } from './allowances-card.tsx'
import { DeliveriesCard } from './deliveries-card.tsx'
import { FigureRow } from './figure-row.tsx'
import { FirstSteps, useFirstSteps } from './first-steps.tsx'
import { KeysCard } from './keys-card.tsx'
import styles from './overview.module.css'
import { ProcessesCard } from './processes-card.tsx'
import { SummaryBars } from './summary-bars.tsx'
import { type Overview, useOverview } from './use-overview.ts'
import { WebhooksCard } from './webhooks-card.tsx'

const route = getRouteApi('/')
const RANGES = RANGE_NAMES.map(value => ({ value, label: OVERVIEW_RANGES[value].label }))
const PANELS = ['1', '2', '3', '4', '5', '6'] as const
type PanelKey = (typeof PANELS)[number]

/** How the whole installation does. Each part comes by itself, and each figure leads to what it counts. */
export function OverviewPage() {
  const { range = '24h' } = route.useSearch()
  const navigate = route.useNavigate()
  const overview = useOverview(range)
  const steps = useFirstSteps(overview)
  const panels = useRef<Partial<Record<PanelKey, HTMLElement | null>>>({})
  usePageKeys(Object.fromEntries(PANELS.map(key => [key, () => panels.current[key]?.focus()])))
  const panel = (key: PanelKey, content: ReactNode, className?: string) => (
    <div
      className={className ? `${styles.panel} ${className}` : styles.panel}
      tabIndex={-1}
      ref={element => {
        panels.current[key] = element
      }}
    >
      {content}
    </div>
  )
  return (
    <>
      <PageHead
        title="Overview"
        actions={
          <>
            <AsOf overview={overview} />
            <Segments
              label="Range"
              segments={RANGES}
              value={range}
              onChange={value => void navigate({ search: value === '24h' ? {} : { range: value }, replace: true })}
            />
          </>
        }
      />
      <SummaryBars overview={overview} range={range} />
      {steps === undefined ? (
        <TableSkeleton what="the overview" />
      ) : (
        <>
          {steps.length > 0 && <FirstSteps steps={steps} />}
          {panel('1', <FigureRow overview={overview} range={range} />)}
          <div className={styles.grid}>
            {panel('2', <DeliveriesCard counts={overview.counts} />, styles.broad)}
            {panel('3', <WebhooksCard overview={overview} />)}
            {panel('4', <ProcessesCard processes={overview.processes} />)}
            {panel('5', <KeysCard overview={overview} />)}
            {panel('6', <AllowancesCard overview={overview} range={range} />)}
          </div>
        </>
      )}
    </>
  )
}

/** When the oldest of what changes quickly was fetched. */
function AsOf({ overview: { processes, counts, failing } }: { overview: Overview }) {
  const at = Math.min(...[processes, counts, failing].map(({ dataUpdatedAt }) => dataUpdatedAt))
  if (at === 0) return null
  return (
    <span className={styles.asOf}>
      As of <span className="figures">{secondsTime(at)}</span>
    </span>
  )
}
