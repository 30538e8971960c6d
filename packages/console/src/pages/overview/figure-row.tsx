import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CountBucket } from '../../api/webhooks.ts'
import { OVERVIEW_RANGES, type OverviewRange } from '../../domain/overview/overview-search.ts'
import { countOf } from '../../domain/overview/overview-words.ts'
import { sumOf } from '../../domain/webhooks/delivery-chart.ts'
import styles from './overview.module.css'
import type { Overview } from './use-overview.ts'

type FigureRowProps = { overview: Overview; range: OverviewRange }

/** The figures of the time; each leads to the list of what it counts. */
export const FigureRow = ({ overview, range }: FigureRowProps) => (
  <section className={styles.flow} aria-label={`In ${OVERVIEW_RANGES[range].words}`}>
    <EndedFigures counts={overview.counts.data?.buckets} words={OVERVIEW_RANGES[range].words} />
    <WaitingFigure overview={overview} />
    <HookFigure overview={overview} />
    <AppFigure overview={overview} />
  </section>
)

type EndedFiguresProps = { counts: readonly CountBucket[] | undefined; words: string }

/** Deliveries that have ended, of the time that is shown. */
function EndedFigures({ counts, words }: EndedFiguresProps) {
  const from = counts?.[0]?.at.$date
  const search = from === undefined ? {} : { from }
  const failed = counts && sumOf(counts, 'failed')
  return (
    <>
      <Link to="/deliveries" search={{ ...search, status: 'success' }}>
        <Figure label="Delivered" mark="success" value={counts && sumOf(counts, 'success')}>
          {slowest(counts) ?? `in ${words}`}
        </Figure>
      </Link>
      <Link to="/deliveries" search={{ ...search, status: 'failed' }}>
        <Figure label="Failed" mark="failed" value={failed} isBad={Boolean(failed)}>
          in {words}
        </Figure>
      </Link>
    </>
  )
}

/** The worst p95 of the time; undefined where nothing was delivered. */
function slowest(counts: readonly CountBucket[] = []): string | undefined {
  const p95 = Math.max(0, ...counts.map(({ p95Ms }) => p95Ms ?? 0))
  return p95 > 0 ? `p95 up to ${p95.toLocaleString()} ms` : undefined
}

function WaitingFigure({ overview: { counts, heldBack } }: Pick<FigureRowProps, 'overview'>) {
  const held = heldBack.data?.total ?? 0
  return (
    <Link to="/deliveries" search={{ status: 'pending' }}>
      <Figure label="Pending" mark="pending" value={counts.data && sumOf(counts.data.buckets, 'pending')}>
        {held > 0 ? `${countOf(held, 'webhook')} held back` : 'none held back'}
      </Figure>
    </Link>
  )
}

function HookFigure({ overview: { newest, failing } }: Pick<FigureRowProps, 'overview'>) {
  const failed = failing.data?.total ?? 0
  return (
    <Link to="/webhooks" search={failed > 0 ? { state: 'failing' } : {}}>
      <Figure label="Webhooks" value={newest.data?.total}>
        {failed > 0 ? `${failed.toLocaleString()} failing` : 'none failing'}
      </Figure>
    </Link>
  )
}

function AppFigure({ overview: { apps } }: Pick<FigureRowProps, 'overview'>) {
  const enabled = apps.data?.value.filter(({ descriptor }) => descriptor.enabled !== false).length ?? 0
  return (
    <Link to="/graphql">
      <Figure label="GraphQL apps" value={apps.data?.total}>
        {enabled.toLocaleString()} enabled
      </Figure>
    </Link>
  )
}

type FigureProps = {
  label: string
  mark?: 'success' | 'failed' | 'pending'
  /** Undefined where it is not known. */
  value: number | undefined
  isBad?: boolean
  children: ReactNode
}

const Figure = ({ label, mark, value, isBad, children }: FigureProps) => (
  <>
    <span className={styles.label}>
      {mark && (
        <svg width={8} height={8} aria-hidden="true">
          <rect className={styles[mark]} width={8} height={8} rx={2} />
        </svg>
      )}
      {label}
    </span>
    <span className={isBad ? `${styles.value} ${styles.bad}` : styles.value}>{value?.toLocaleString() ?? '–'}</span>
    <span className={styles.say}>{value === undefined ? 'not known' : children}</span>
  </>
)
