import { Link } from '@tanstack/react-router'
import { CircleQuestionMark, Plus } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { LiveExchange } from '../../api/events.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { countOf } from '../../domain/overview/overview-words.ts'
import { secondsTime } from '../../domain/times.ts'
import { conditionFor } from '../../domain/webhooks/condition-for.ts'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import { useRows } from '../../parts/list/use-rows.ts'
import table from '../../parts/table.module.css'
import styles from './live.module.css'

const join = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')

type LiveTableProps = {
  exchanges: readonly LiveExchange[]
  /** How many were missed, by the id of the request that came last before. */
  missed: ReadonlyMap<string, number>
  head: ReactNode
  foot: ReactNode
}

/** Requests, newest first. Each leads to its event, to a webhook of it, and to why it was let in or not. */
export function LiveTable({ exchanges, missed, head, foot }: LiveTableProps) {
  const body = useRows<HTMLTableSectionElement>(['m', 'e'])
  return (
    <div className={table.wrap}>
      {head}
      <table className={join(table.table, styles.dense)} aria-live="off">
        <caption className="hidden-text">Requests as they happen</caption>
        <thead>
          <tr>
            <th className={styles.time}>Time</th>
            <th>Request</th>
            <th className={styles.status}>Status</th>
            <th className={join(table.medium, styles.ms)}>ms</th>
            <th className={join(table.medium, styles.user)}>User</th>
            <th className={join(table.wide, styles.matched)}>Fired</th>
            <th className={join(table.medium, styles.actions)}>
              <span className="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {exchanges.map(exchange => (
            <Fragment key={exchange._id}>
              <LiveRow exchange={exchange} />
              <MissedRow count={missed.get(exchange._id)} />
            </Fragment>
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>{foot}</div>
    </div>
  )
}

const MissedRow = ({ count }: { count: number | undefined }) =>
  count !== undefined && (
    <tr>
      <td colSpan={3} className="quiet">
        {count.toLocaleString()} were missed here.
      </td>
    </tr>
  )

function LiveRow({ exchange }: { exchange: LiveExchange }) {
  const may = useLeaves()
  const { _id, timestamp, method, path, statusCode, durationMs, user, matched } = exchange
  const name = `${method} ${path}`
  const code = statusCode ?? 0
  return (
    <tr data-row>
      <td className="figures">{secondsTime(timestamp.$date)}</td>
      <td title={name}>
        <Link to="/events" search={{ id: _id }} className={table.name}>
          {name}
        </Link>
      </td>
      <td className={join('figures', code >= 500 && styles.bad)}>{statusCode ?? '–'}</td>
      <td className={join('figures', table.medium, styles.ms)}>{Math.round(durationMs).toLocaleString()}</td>
      <td className={join(table.medium, 'quiet')} title={user ?? undefined}>
        {user ?? 'nobody'}
      </td>
      <td className={join(table.wide, 'quiet')} title={matched.join(', ')}>
        {matched.length === 0 ? 'none' : countOf(matched.length, 'webhook')}
      </td>
      <td className={table.medium}>
        <div className={table.actions}>
          {may('explainAccess') && (
            <Link
              to="/permissions/explain"
              search={{ method, path, ...(user && { user }) }}
              data-key="e"
              className={styles.way}
              aria-label={`Explain access to ${name}`}
              title="Explain access"
            >
              <CircleQuestionMark {...BESIDE_WORDS} />
            </Link>
          )}
          {may('makeWebhooks') && (
            <Link
              to="/webhooks/new"
              search={{ name, condition: conditionFor(method, path), event: _id }}
              data-key="m"
              className={styles.way}
              aria-label={`Make a webhook of ${name}`}
              title="Make a webhook of it"
            >
              <Plus {...BESIDE_WORDS} />
            </Link>
          )}
        </div>
      </td>
    </tr>
  )
}
