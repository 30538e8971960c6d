import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { ToldProcess } from '../../api/about.ts'
import type { Hook } from '../../api/webhooks.ts'
import { OVERVIEW_RANGES, type OverviewRange } from '../../domain/overview/overview-search.ts'
import { countOf, lackWords, triedWords } from '../../domain/overview/overview-words.ts'
import type { SeenProcess } from '../../domain/overview/seen-processes.ts'
import { clockTime } from '../../domain/times.ts'
import { sumOf } from '../../domain/webhooks/delivery-chart.ts'
import { Bar } from '../../parts/bar.tsx'
import { buttonClass } from '../../parts/button.tsx'
import styles from './overview.module.css'
import type { Overview } from './use-overview.ts'

type SummaryBarsProps = { overview: Overview; range: OverviewRange }

/** What is wrong, worst first; one line where all is well, and nothing where not everything is known. */
export function SummaryBars({ overview, range }: SummaryBarsProps) {
  const { failing, amiss, lost } = faultsOf(overview)
  if (failing.value.length > 0 || amiss.length > 0 || lost > 0) {
    return (
      <>
        {failing.value.length > 0 && <FailingBar hooks={failing.value} total={failing.total ?? 0} />}
        {amiss.length > 0 && <ProcessBar amiss={amiss} />}
        {lost > 0 && <LostBar count={lost} />}
      </>
    )
  }
  if (isUnclear(overview)) return <div className={styles.barPlace} />
  return isAllWell(overview) ? <WellBar overview={overview} range={range} /> : null
}

const NONE: { value: readonly Hook[]; total: number | undefined } = { value: [], total: 0 }

/** What is known to be wrong. */
const faultsOf = ({ failing, processes, notStored }: Overview) => ({
  failing: failing.data ?? NONE,
  amiss: processes.data?.filter(isAmiss) ?? [],
  lost: notStored.data ?? 0,
})

const LostBar = ({ count }: { count: number }) => (
  <Bar look="warn" icon={TriangleAlert} role="status">
    <b>{countOf(count, 'event')} not stored.</b> The store’s budget did not let them be kept, so their log entries are
    missing; what was to be delivered was delivered.
  </Bar>
)

const isAmiss = ({ process, isGone }: SeenProcess<ToldProcess>): boolean =>
  isGone || !process.ready || process.degraded.length > 0

const judged = ({ failing, heldBack, selfDisabled, processes, counts, notStored }: Overview) => [
  failing,
  heldBack,
  selfDisabled,
  processes,
  counts,
  notStored,
]

/** Whether it is not clear yet what is to be said, so that a bar has its place without it. */
const isUnclear = (overview: Overview): boolean => judged(overview).some(({ isPending }) => isPending)

/** Whether all that can be wrong is known, and nothing is. */
function isAllWell(overview: Overview): boolean {
  const { failing, heldBack, selfDisabled, processes, counts, notStored } = overview
  if (judged(overview).some(({ isError, data }) => isError || data === undefined)) return false
  const isToLookAt = [failing.data?.value, heldBack.data?.value, selfDisabled.data].some(hooks => hooks?.length)
  const isFailed = sumOf(counts.data?.buckets ?? [], 'failed') > 0
  return !isToLookAt && !isFailed && notStored.data === 0 && processes.data?.some(isAmiss) === false
}

function WellBar({ overview, range }: SummaryBarsProps) {
  const count = overview.processes.data?.length ?? 0
  const ready = count === 1 ? 'the process is ready' : `all ${count.toLocaleString()} processes are ready`
  return (
    <Bar look="ok" icon={CircleCheck} role="status">
      <b>All well.</b> No delivery has failed in {OVERVIEW_RANGES[range].words}, {ready}, every event is stored.
    </Bar>
  )
}

function FailingBar({ hooks, total }: { hooks: readonly Hook[]; total: number }) {
  const [first] = hooks
  if (first === undefined) return null
  const since = first.health?.since
  const isOne = total <= 1
  return (
    <Bar
      look="bad"
      icon={CircleX}
      role="status"
      actions={
        isOne ? (
          <Link to="/webhooks/one" search={{ id: first._id, tab: 'logs', status: 'failed' }} className={buttonClass()}>
            See failures
          </Link>
        ) : (
          <Link to="/deliveries" search={{ status: 'failed' }} className={buttonClass()}>
            See failures
          </Link>
        )
      }
    >
      <b>
        {isOne
          ? `${first.name} has failed${since ? ` since ${clockTime(since.$date)}` : ''}.`
          : `${countOf(total, 'webhook')} fail.`}
      </b>{' '}
      {isOne && first.health ? `${triedWords(first.health.day)} in 24 h. ` : ''}Nothing is lost: what has failed can be
      delivered again.
    </Bar>
  )
}

function ProcessBar({ amiss }: { amiss: readonly SeenProcess<ToldProcess>[] }) {
  return (
    <Bar look="warn" icon={TriangleAlert} role="status">
      {amiss.map(({ process, isGone }) => (
        <p key={process.id}>
          <b>
            {process.service} on {process.host}{' '}
            {isGone ? 'is gone' : process.ready ? 'does without something' : 'is not ready'}.
          </b>{' '}
          {isGone ? `It was heard last at ${clockTime(process.seenAt.$date)}.` : lackWords(process)}
        </p>
      ))}
    </Bar>
  )
}
