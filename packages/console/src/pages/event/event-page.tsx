import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { CircleQuestionMark, Plus } from 'lucide-react'
import { useLeaves } from '../../api/use-leaves.ts'
import { type AssistantCall, type EventOutcomeLine, type ShownEvent, webhookTools } from '../../api/webhook-tools.ts'
import { exactTime } from '../../domain/times.ts'
import { conditionFor } from '../../domain/webhooks/condition-for.ts'
import { buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CopyButton } from '../../parts/export/copy-button.tsx'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import { Neighbours } from '../../parts/list/neighbours.tsx'
import { useRows } from '../../parts/list/use-rows.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import table from '../../parts/table.module.css'
import { AnswerView, RequestView } from '../../parts/webhook/exchange-views.tsx'
import { RedeliverButton } from '../../parts/webhook/redeliver-button.tsx'
import { StatusBadge } from '../../parts/webhook/status-badge.tsx'
import styles from './event.module.css'
import { useEventsAround } from './use-events-around.ts'

const route = getRouteApi('/events')
const PENDING_MS = 2_000

/** One request by its id: what it was, and what each webhook of then did about it. */
export function EventPage() {
  const { id } = route.useSearch()
  const event = useQuery({
    queryKey: ['events', 'one', id],
    queryFn: () => webhookTools.event(id),
    refetchInterval: ({ state }) => state.data?.webhooks.some(({ status }) => status === 'pending') && PENDING_MS,
    retry: false,
  })
  return (
    <Loaded query={event} what="this event" head={<PageHead title="Event" />}>
      {found => <Shown event={found} />}
    </Loaded>
  )
}

function Shown({ event }: { event: ShownEvent }) {
  const { incomingRequest: request, incomingResponse: response } = event
  return (
    <>
      <PageHead
        title={`${request.method} ${request.path}`}
        say={<EventSentence event={event} />}
        actions={<EventActions event={event} />}
      />
      <Outcomes event={event} />
      <Card title="Request">
        <RequestView request={request} />
      </Card>
      {response && (
        <Card title="Answer">
          <AnswerView answer={response} label="Body of the answer" />
        </Card>
      )}
    </>
  )
}

/** To the requests beside this one, to why it was let in, and to a webhook of it. */
function EventActions({ event: { _id, timestamp, user, incomingRequest } }: { event: ShownEvent }) {
  const navigate = useNavigate()
  const may = useLeaves()
  const around = useEventsAround(_id, timestamp.$date)
  const { method, path } = incomingRequest
  return (
    <>
      <Neighbours
        all={around}
        isHere={id => id === _id}
        thing="event"
        onGo={id => void navigate({ to: '/events', search: { id } })}
      />
      {may('explainAccess') && (
        <Link to="/permissions/explain" search={{ method, path, ...(user && { user }) }} className={buttonClass()}>
          <CircleQuestionMark {...BESIDE_WORDS} />
          Explain access
        </Link>
      )}
      {may('makeWebhooks') && (
        <Link
          to="/webhooks/new"
          search={{ name: `${method} ${path}`, condition: conditionFor(method, path), event: _id }}
          className={buttonClass()}
        >
          <Plus {...BESIDE_WORDS} />
          Make webhook
        </Link>
      )}
    </>
  )
}

const EventSentence = ({ event }: { event: ShownEvent }) => {
  const { _id, timestamp, user, client, permission, incomingResponse, through } = event
  return (
    <span className={styles.sentence}>
      <span>
        {exactTime(timestamp.$date)}, by {user ?? 'nobody who had signed in'}
        {client && ` with ${client}`}
        {permission && `, let in by ${permission}`}
        {incomingResponse ? `, answered ${incomingResponse.statusCode}.` : ', no answer is known.'}
        {through && <ToolSentence through={through} />}
      </span>
      <code>{_id}</code>
      <CopyButton text={_id} what="the id" isIcon />
    </span>
  )
}

const ToolSentence = ({ through: { tool, requestId } }: { through: AssistantCall }) => (
  <>
    {' An assistant made it by the tool '}
    <code>{tool}</code>
    {', in '}
    <Link to="/events" search={{ id: requestId }}>
      this call
    </Link>
    .
  </>
)

function Outcomes({ event: { webhooks, more } }: { event: ShownEvent }) {
  const body = useRows<HTMLTableSectionElement>(['r'])
  if (webhooks.length === 0) {
    return (
      <Card title="Webhooks">
        <p className="small quiet">No webhook was enabled when it happened.</p>
      </Card>
    )
  }
  return (
    <Card title="Webhooks" isFull foot={more && 'More were enabled, which are not shown.'}>
      <table className={table.table}>
        <caption className="hidden-text">What each webhook did about it</caption>
        <thead>
          <tr>
            <th className={styles.name}>Webhook</th>
            <th className={styles.status}>Outcome</th>
            <th className={table.medium}>Summary</th>
            <th className={styles.action}>
              <span className="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {webhooks.map(outcome => (
            <OutcomeRow key={outcome.webhookId} outcome={outcome} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function OutcomeRow({ outcome: { webhookId, name, status, summary, entries } }: { outcome: EventOutcomeLine }) {
  const [newest] = entries
  return (
    <tr data-row>
      <td title={name ?? webhookId}>
        {newest ? (
          <Link to="/webhooks/entry" search={{ id: webhookId, entry: newest._id }} className={table.name}>
            {name ?? webhookId}
          </Link>
        ) : (
          <span className={table.name}>{name ?? webhookId}</span>
        )}
        {entries.length > 1 && <span className={table.under}>{entries.length} deliveries, the newest one here</span>}
      </td>
      <td>
        <StatusBadge status={status} />
      </td>
      <td className={table.medium} title={summary}>
        {summary}
      </td>
      <td>
        <div className={table.actions}>{status === 'failed' && newest && <RedeliverButton entry={newest} />}</div>
      </td>
    </tr>
  )
}
