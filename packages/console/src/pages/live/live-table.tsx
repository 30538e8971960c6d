import { Link } from '@tanstack/react-router'
import { Fragment, memo, type ReactNode, useEffect } from 'react'
import type { LiveExchange } from '../../api/events.ts'
import { wayWords } from '../../domain/request-way.ts'
import { secondsTime } from '../../domain/times.ts'
import { matchedWords } from '../../domain/webhooks/matched-words.ts'
import list from '../../parts/list/list.module.css'
import { useRows } from '../../parts/list/use-rows.ts'
import table from '../../parts/table.module.css'
import { ExplainWay, MakeWebhookWay } from '../../parts/webhook/exchange-ways.tsx'
import { useWebhookNames } from '../../parts/webhook/use-webhook-names.ts'
import { shownEvents } from '../../state/shown-entries.ts'
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
  const names = useWebhookNames()
  useEffect(() => shownEvents.set(exchanges.map(({ _id }) => _id)), [exchanges])
  return (
    <div className={table.wrap}>
      {head}
      <table className={join(table.table, table.dense)} aria-live="off">
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
              <LiveRow exchange={exchange} fired={matchedWords(exchange.matched, names)} />
              <MissedRow count={missed.get(exchange._id)} />
            </Fragment>
          ))}
        </tbody>
      </table>
      <div className={list.tailFoot}>{foot}</div>
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

type LiveRowProps = { exchange: LiveExchange; fired: string }

/** Drawn once, and not with each batch that comes above it. */
const LiveRow = memo(function LiveRow({ exchange, fired }: LiveRowProps) {
  const { _id, timestamp, method, path, statusCode, durationMs, user } = exchange
  const name = `${method} ${path}`
  const code = statusCode ?? 0
  const way = wayWords(exchange)
  return (
    <tr data-row>
      <td className="figures">{secondsTime(timestamp.$date)}</td>
      <td title={way === '' ? name : `${name}, ${way}`}>
        <Link to="/events" search={{ id: _id }} className={table.name}>
          {name}
        </Link>
        {way !== '' && <span className={table.under}>{way}</span>}
      </td>
      <td className={join('figures', code >= 500 && styles.bad)}>{statusCode ?? '–'}</td>
      <td className={join('figures', table.medium, styles.ms)}>{Math.round(durationMs).toLocaleString()}</td>
      <td className={join(table.medium, 'quiet')} title={user ?? undefined}>
        {user ?? 'nobody'}
      </td>
      <td className={join(table.wide, 'quiet')} title={fired}>
        {fired}
      </td>
      <td className={table.medium}>
        <div className={table.actions}>
          <ExplainWay method={method} path={path} user={user} />
          <MakeWebhookWay id={_id} method={method} path={path} />
        </div>
      </td>
    </tr>
  )
})
