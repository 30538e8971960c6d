import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OVERVIEW_RANGES, type OverviewRange } from '../../domain/overview/overview-search.ts'
import { countOf } from '../../domain/overview/overview-words.ts'
import { sumOf } from '../../domain/webhooks/delivery-chart.ts'
import styles from './overview.module.css'
import type { Overview } from './use-overview.ts'

/** The figures of the time; each leads to the list of what it counts. */
export function FigureRow({ overview, range }: { overview: Overview; range: OverviewRange }) {
  const { counts, failing, heldBack, newest, apps } = overview
  const buckets = counts.data?.buckets
  const { words } = OVERVIEW_RANGES[range]
  const from = buckets?.[0]?.at.$date
  const search = from === undefined ? {} : { from }
  const failed = buckets && sumOf(buckets, 'failed')
  const p95 = Math.max(0, ...(buckets ?? []).map(({ p95Ms }) => p95Ms ?? 0))
  const enabled = apps.data?.value.filter(({ descriptor }) => descriptor.enabled !== false).length
  return (
    <section className={styles.flow} aria-label={`In ${words}`}>
      <Link to="/deliveries" search={{ ...search, status: 'success' }}>
        <Figure label="Delivered" mark="success" value={buckets && sumOf(buckets, 'success')}>
          {p95 > 0 ? `p95 up to ${p95.toLocaleString()} ms` : `in ${words}`}
        </Figure>
      </Link>
      <Link to="/deliveries" search={{ ...search, status: 'failed' }}>
        <Figure label="Failed" mark="failed" value={failed} isBad={Boolean(failed)}>
          in {words}
        </Figure>
      </Link>
      <Link to="/deliveries" search={{ status: 'pending' }}>
        <Figure label="Pending" mark="pending" value={buckets && sumOf(buckets, 'pending')}>
          {heldBack.data?.total ? `${countOf(heldBack.data.total, 'webhook')} held back` : 'none held back'}
        </Figure>
      </Link>
      <Link to="/webhooks" search={failing.data?.total ? { state: 'failing' } : {}}>
        <Figure label="Webhooks" value={newest.data?.total}>
          {failing.data?.total ? `${failing.data.total.toLocaleString()} failing` : 'none failing'}
        </Figure>
      </Link>
      <Link to="/graphql">
        <Figure label="GraphQL apps" value={apps.data?.total}>
          {enabled === undefined ? '' : `${enabled.toLocaleString()} enabled`}
        </Figure>
      </Link>
    </section>
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
