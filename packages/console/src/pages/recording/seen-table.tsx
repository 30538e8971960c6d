import { Fragment, useState } from 'react'
import type { RecordedRequest } from '../../api/webhook-tools.ts'
import { secondsTime } from '../../domain/times.ts'
import { bodyFields } from '../../domain/webhooks/body-fields.ts'
import { matchedWords } from '../../domain/webhooks/matched-words.ts'
import { useRows } from '../../parts/list/use-rows.ts'
import table from '../../parts/table.module.css'
import { BodyView, Fact, HeaderList } from '../../parts/webhook/body-view.tsx'
import { MakeWebhookWay } from '../../parts/webhook/exchange-ways.tsx'
import { useWebhookNames } from '../../parts/webhook/use-webhook-names.ts'
import parts from '../../parts/webhook/webhook.module.css'
import styles from './recording.module.css'

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** The requests of a recording, newest first. Each can be opened, and a webhook made of it. */
export function SeenTable({ events }: { events: readonly RecordedRequest[] }) {
  const [open, setOpen] = useState<string>()
  const body = useRows<HTMLTableSectionElement>(['m'])
  const names = useWebhookNames()
  return (
    <div className={table.wrap}>
      <table className={join(table.table, table.dense)}>
        <caption className="hidden-text">Requests of the recording</caption>
        <thead>
          <tr>
            <th className={styles.time}>Time</th>
            <th>Request</th>
            <th className={styles.status}>Status</th>
            <th className={table.medium}>Fields of the body</th>
            <th className={join(table.wide, styles.matched)}>Matched</th>
            <th className={styles.action}>
              <span className="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {events.map(event => (
            <Fragment key={event._id}>
              <SeenRow
                event={event}
                fired={matchedWords(event.matched, names)}
                isOpen={open === event._id}
                onToggle={() => setOpen(open === event._id ? undefined : event._id)}
              />
              {open === event._id && <SeenDetails event={event} />}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type SeenRowProps = { event: RecordedRequest; fired: string; isOpen: boolean; onToggle(): void }

function SeenRow({ event, fired, isOpen, onToggle }: SeenRowProps) {
  const { _id, timestamp, incomingRequest, incomingResponse } = event
  const { method, path } = incomingRequest
  const fields = bodyFields(incomingRequest.body.text)
  const name = `${method} ${path}`
  return (
    <tr data-row>
      <td className="figures">{secondsTime(timestamp.$date)}</td>
      <td title={name}>
        <button type="button" className={styles.open} aria-expanded={isOpen} onClick={onToggle}>
          {name}
        </button>
      </td>
      <td className="figures">{incomingResponse?.statusCode ?? '–'}</td>
      <td className={join(table.medium, 'quiet')} title={fields.join(', ')}>
        {fields.join(', ')}
      </td>
      <td className={join(table.wide, 'quiet')} title={fired}>
        {fired}
      </td>
      <td>
        <div className={table.actions}>
          <MakeWebhookWay id={_id} method={method} path={path} />
        </div>
      </td>
    </tr>
  )
}

/** The row spans as many columns as the window shows: one more would be a column without a head. */
function shownColumns(): number {
  if (matchMedia('(max-width: 767px)').matches) return 4
  return matchMedia('(max-width: 1199px)').matches ? 5 : 6
}

function SeenDetails({ event: { incomingRequest, incomingResponse } }: { event: RecordedRequest }) {
  return (
    <tr>
      <td colSpan={shownColumns()} className={styles.details}>
        <div className={parts.two}>
          <dl className={parts.facts}>
            <Fact name="Query">{incomingRequest.query || 'none'}</Fact>
            <HeaderList headers={incomingRequest.headers} />
          </dl>
          <BodyView label="Body" body={incomingRequest.body} />
        </div>
        {incomingResponse && (
          <div className={parts.two}>
            <dl className={parts.facts}>
              <Fact name="Answer">{incomingResponse.statusCode}</Fact>
              <HeaderList headers={incomingResponse.headers} />
            </dl>
            <BodyView label="Body of the answer" body={incomingResponse.body} />
          </div>
        )}
      </td>
    </tr>
  )
}
