import { Link } from '@tanstack/react-router'
import { Fragment, memo, type ReactNode } from 'react'
import type { DeliveryEntry } from '../../api/logs.ts'
import { RowBox } from '../../parts/list/row-box.tsx'
import { useRows } from '../../parts/list/use-rows.ts'
import table from '../../parts/table.module.css'
import { Time } from '../../parts/time.tsx'
import { RedeliverButton } from '../../parts/webhook/redeliver-button.tsx'
import { StatusBadge } from '../../parts/webhook/status-badge.tsx'
import styles from './log.module.css'

export type ChosenEntries = { ids: ReadonlySet<string>; onChoose(id: string, isChosen: boolean): void }

type LogTableProps = {
  entries: readonly DeliveryEntry[]
  /** Names by id, where entries of several webhooks are shown. */
  names?: ReadonlyMap<string, string> | undefined
  /** Entries that are chosen, to be delivered again together. Without it the rows have no boxes. */
  choice?: ChosenEntries | undefined
  /** How many entries were missed, by the id of the one that came last before. */
  missed?: ReadonlyMap<string, number> | undefined
  /** What stands above the rows, and below them. */
  head: ReactNode
  foot: ReactNode
}

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** Entries of a log, newest first. On a phone: when, what became of it, and its summary. */
export function LogTable({ entries, names, choice, missed, head, foot }: LogTableProps) {
  const body = useRows<HTMLTableSectionElement>(['r', 'x'])
  return (
    <div className={table.wrap}>
      {head}
      <table className={join(table.table, table.dense, styles.list)}>
        <caption className="hidden-text">Entries of the log</caption>
        <thead>
          <tr>
            {choice && (
              <th className={join(table.medium, styles.box)}>
                <span className="hidden-text">Chosen</span>
              </th>
            )}
            <th className={styles.time}>Time</th>
            <th className={styles.status}>Status</th>
            <th className={join(table.medium, styles.ms, styles.number)}>
              <span className="hidden-text">Duration in </span>ms
            </th>
            <th className={join(table.wide, styles.attempt, styles.number)}>Attempt</th>
            <th className={styles.summary}>Summary</th>
            {names && <th className={join(table.medium, styles.webhook)}>Webhook</th>}
            <th className={join(table.medium, styles.action)}>
              <span className="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {entries.map(entry => (
            <Fragment key={entry._id}>
              <MissedRow count={missed?.get(entry._id) ?? 0} />
              <LogRow
                entry={entry}
                name={names && (names.get(entry.webhookId) ?? entry.webhookId)}
                isChosen={choice?.ids.has(entry._id)}
                onChoose={choice?.onChoose}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
      {foot}
    </div>
  )
}

/** Told where it happened: more came than a tail takes. */
const MissedRow = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <tr>
      <td colSpan={7} className={join(styles.summary, 'quiet')}>
        {count.toLocaleString()} {count === 1 ? 'entry was' : 'entries were'} missed here: more came than a tail takes.
      </td>
    </tr>
  )

type LogRowProps = {
  entry: DeliveryEntry
  name: string | undefined
  isChosen: boolean | undefined
  /** Must stay the same function: a list of 1,000 rows would be drawn anew with each page that comes. */
  onChoose: ChosenEntries['onChoose'] | undefined
}

const LogRow = memo(function LogRow({ entry, name, isChosen = false, onChoose }: LogRowProps) {
  const { _id, webhookId, timestamp, status, durationMs, attempt, summary } = entry
  return (
    <tr data-row>
      {onChoose && (
        <td className={join(table.medium, styles.box)}>
          {isRedeliverable(entry) && (
            <RowBox
              name={`Choose ${summary}`}
              isRow
              isChosen={isChosen}
              onChange={toChosen => onChoose(_id, toChosen)}
            />
          )}
        </td>
      )}
      <td className={join(styles.time, 'figures')}>
        <Link to="/webhooks/entry" search={{ id: webhookId, entry: _id }} className={styles.link}>
          <Time at={timestamp.$date} form="log" />
        </Link>
      </td>
      <td className={styles.status}>
        <StatusBadge status={status} isBare />
      </td>
      <td className={join(table.medium, styles.ms, styles.number, 'figures')}>
        {status === 'skipped' ? '–' : Math.round(durationMs).toLocaleString()}
      </td>
      <td className={join(table.wide, styles.attempt, styles.number, 'figures')}>
        {status === 'skipped' ? '–' : attempt}
      </td>
      <td className={styles.summary} title={summary}>
        {summary}
      </td>
      {name !== undefined && (
        <td className={join(table.medium, styles.webhook)} title={name}>
          <Link to="/webhooks/one" search={{ id: webhookId, tab: 'logs' }}>
            {name}
          </Link>
        </td>
      )}
      <td className={join(table.medium, styles.action)}>
        {(status === 'failed' || entry.reason === 'disabled') && <RedeliverButton entry={entry} />}
      </td>
    </tr>
  )
})

/** What was skipped by its condition, or is under way, has nothing to deliver again. */
export const isRedeliverable = ({ status, reason }: DeliveryEntry): boolean =>
  status === 'failed' || status === 'success' || reason === 'disabled'
