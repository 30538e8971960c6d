import { Download, ListRestart, RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { DeliveryEntry, DeliveryPage, LogFilter, RedeliveryWish } from '../../api/logs.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { logCsv } from '../../domain/webhooks/log-csv.ts'
import type { LogChange, LogSearch } from '../../domain/webhooks/log-search.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ChartLegend, DeliveryChart } from '../../parts/chart/delivery-chart.tsx'
import { saveFile } from '../../parts/export/save-file.ts'
import { TimeField } from '../../parts/form/time-field.tsx'
import list from '../../parts/list/list.module.css'
import { MenuButton } from '../../parts/menu-button.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { StaleBar } from '../../parts/states/stale-bar.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import { shownEntries } from '../../state/shown-entries.ts'
import styles from './log.module.css'
import { type ChosenEntries, isRedeliverable, LogTable } from './log-table.tsx'
import { RedeliverChosen } from './redeliver-chosen.tsx'
import { RedeliverDialog } from './redeliver-dialog.tsx'
import { type LogScope, MOST_ENTRIES, useCounts, useLog, useNewEntries } from './use-log.ts'

type LogViewProps = {
  scope: LogScope
  filter: LogFilter
  search: LogSearch
  onChange(change: LogChange): void
  /** The one webhook whose deliveries can be redelivered together. */
  webhook?: { id: string; name: string } | undefined
  names?: ReadonlyMap<string, string> | undefined
  /** They stand beside the button that refreshes, where there is no entry too. */
  following?: ReactNode
  /** What else can be done with the log, where there is no entry too. */
  actions?: ReactNode
  /** What stands above the rows besides. */
  strip?: ReactNode
  /** What stands where there is no entry. */
  empty: ReactNode
}

/** A log: deliveries by time, and its entries, newest first. */
export function LogView(props: LogViewProps) {
  const { scope, filter } = props
  const log = useLog(scope, filter)
  const pages = log.data?.pages
  const entries = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages])
  useEffect(() => shownEntries.set(entries.map(({ _id, webhookId }) => ({ id: webhookId, entry: _id }))), [entries])
  return (
    <>
      <TimeCard {...props} />
      {log.isPending && <TableSkeleton what="the log" />}
      {log.isError && <LogFault log={log} />}
      {log.data && (
        <Entries
          {...props}
          entries={entries}
          last={pages?.at(-1)}
          isFetchingMore={log.isFetchingNextPage}
          hasMore={log.hasNextPage}
          onMore={() => void log.fetchNextPage()}
          onRefresh={() => void log.refetch()}
        />
      )}
    </>
  )
}

/** The log that did not come; what came before stays, with its time. */
function LogFault({ log: { error, data, dataUpdatedAt, refetch } }: { log: ReturnType<typeof useLog> }) {
  const retry = () => void refetch()
  return data ? (
    <StaleBar error={error} asOf={dataUpdatedAt} onRetry={retry} />
  ) : (
    <ProblemPanel error={error} what="the log" onRetry={retry} />
  )
}

function TimeCard({ scope, filter, search: { from, to }, onChange }: LogViewProps) {
  const counts = useCounts({ webhook: scope.webhook ?? filter.webhook, from, to })
  const isChosen = from !== undefined || to !== undefined
  return (
    <Card
      title="Deliveries"
      beside={counts.data && <ChartLegend buckets={counts.data.buckets} />}
      actions={
        <div className={styles.range}>
          <TimeField label="From" at={from} onChange={at => onChange({ from: at })} />
          <TimeField label="To" at={to} onChange={at => onChange({ to: at })} />
          {isChosen && <Button onClick={() => onChange({ from: undefined, to: undefined })}>Clear</Button>}
        </div>
      }
    >
      {counts.data && <DeliveryChart stats={counts.data} onSelect={onChange} />}
      {counts.isPending && <div className={styles.place} />}
      {counts.isError && <ProblemPanel error={counts.error} what="the counts" onRetry={() => void counts.refetch()} />}
    </Card>
  )
}

type EntriesProps = LogViewProps & {
  entries: readonly DeliveryEntry[]
  last: DeliveryPage | undefined
  isFetchingMore: boolean
  hasMore: boolean
  onMore(): void
  onRefresh(): void
}

function Entries(props: EntriesProps) {
  const { scope, filter, entries, names, strip, onRefresh, hasMore } = props
  const fresh = useNewEntries(scope, filter, entries)
  const { choice, chosen, forget } = useChosen(entries)
  usePageKeys({ R: onRefresh })
  if (entries.length === 0 && !hasMore) {
    return (
      <>
        {props.empty}
        <div className={list.tools}>
          <RefreshButton fresh={fresh} onRefresh={onRefresh} />
          {props.following}
          {props.actions}
        </div>
      </>
    )
  }
  const head = (
    <>
      <div className={list.dock}>
        <span className={list.says} role="status">
          {saysShown(props)}
        </span>
        <RefreshButton fresh={fresh} onRefresh={onRefresh} />
        {props.following}
        <RedeliverChosen entries={chosen} onDone={forget} />
        <RedeliverMatching {...props} />
        {props.actions}
        <SaveListed entries={entries} />
      </div>
      {strip}
    </>
  )
  return <LogTable entries={entries} names={names} choice={choice} head={head} foot={<LogFoot {...props} />} />
}

/** The entries whose boxes are ticked, as far as they are listed. */
function useChosen(entries: readonly DeliveryEntry[]) {
  const may = useLeaves()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const onChoose = useCallback<ChosenEntries['onChoose']>(
    (id, isChosen) => setIds(old => new Set(isChosen ? [...old, id] : [...old].filter(each => each !== id))),
    [],
  )
  return {
    choice: may('makeWebhooks') ? { ids, onChoose } : undefined,
    chosen: entries.filter(entry => ids.has(entry._id) && isRedeliverable(entry)),
    forget: () => setIds(new Set()),
  }
}

const RefreshButton = ({ fresh, onRefresh }: { fresh: number; onRefresh(): void }) => (
  <Button icon={RefreshCw} onClick={onRefresh}>
    {fresh > 0 ? `Refresh, ${fresh} new` : 'Refresh'}
  </Button>
)

/** What is listed, for other programs. */
function SaveListed({ entries }: { entries: readonly DeliveryEntry[] }) {
  const name = `deliveries-${new Date().toISOString().slice(0, 10)}`
  const json = () => saveFile(`${name}.json`, 'application/json', JSON.stringify(entries, null, 2))
  return (
    <MenuButton
      name="Save what is listed"
      entries={[
        { label: 'As CSV', icon: Download, run: () => saveFile(`${name}.csv`, 'text/csv', logCsv(entries)) },
        { label: 'As JSON', icon: Download, run: json },
      ]}
    />
  )
}

/** Delivers again what the filter finds; of one webhook at a time. */
function RedeliverMatching({ webhook, filter }: EntriesProps) {
  const may = useLeaves()
  const [isOpen, setIsOpen] = useState(false)
  const wish = wishOf(filter)
  const isPossible = webhook !== undefined && wish !== undefined && may('makeWebhooks')
  usePageKeys({ m: () => isPossible && setIsOpen(true) })
  if (!isPossible) return null
  return (
    <>
      <Button icon={ListRestart} aria-keyshortcuts="m" onClick={() => setIsOpen(true)}>
        Redeliver matching
      </Button>
      {isOpen && <RedeliverDialog webhook={webhook} wish={wish} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function saysShown({ entries, hasMore, last }: EntriesProps): string {
  const shown = `${entries.length.toLocaleString()} ${entries.length === 1 ? 'entry' : 'entries'}, newest first.`
  const missing = last?.notStored
    ? ` ${last.notStored.toLocaleString()} events of this time are not stored, so their skipped entries are missing.`
    : ''
  return `${shown}${hasMore ? ' There are older ones.' : ''}${missing}`
}

/** What is delivered again together: failures, or successes or skipped ones where these are shown. Undefined where it can't be asked for. */
function wishOf({ status, from, to, path, statusCode, q }: LogFilter): Omit<RedeliveryWish, 'render'> | undefined {
  const wanted = status?.length === 1 ? status[0] : 'failed'
  if (wanted === undefined || wanted === 'pending') return undefined
  return {
    status: wanted,
    ...(from && { from }),
    ...(to && { to }),
    ...(path && { path }),
    ...(statusCode && { statusCode }),
    ...(q && { q }),
  }
}

function LogFoot({ entries, hasMore, isFetchingMore, onMore, last, onChange }: EntriesProps) {
  const oldest = entries.at(-1)?.timestamp.$date
  const isFull = entries.length >= MOST_ENTRIES && last?.next !== null && oldest !== undefined
  if (!hasMore && !isFull) return null
  return (
    <div className={list.foot}>
      {hasMore ? (
        <Button isBusy={isFetchingMore} onClick={onMore}>
          Older entries
        </Button>
      ) : (
        <>
          <span>{MOST_ENTRIES.toLocaleString()} entries are shown at most.</span>
          <Button onClick={() => onChange({ to: oldest })}>Go on from the oldest one</Button>
        </>
      )}
    </div>
  )
}
