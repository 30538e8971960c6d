import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { type DeliveryDetail, logsApi } from '../../api/logs.ts'
import { type Hook, webhooksApi } from '../../api/webhooks.ts'
import { entryStages } from '../../domain/webhooks/entry-stages.ts'
import { buttonClass } from '../../parts/button.tsx'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import { Neighbours } from '../../parts/list/neighbours.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { Channel } from '../../parts/webhook/channel.tsx'
import { StatusBadge } from '../../parts/webhook/status-badge.tsx'
import { shownEntries } from '../../state/shown-entries.ts'
import styles from './entry.module.css'
import { EntryAside } from './entry-aside.tsx'
import { EntrySections } from './entry-sections.tsx'
import { RedeliverOne } from './redeliver-one.tsx'

const route = getRouteApi('/webhooks/entry')
const PENDING_MS = 2_000

/** One entry of a log: how far it came, and why no farther. */
export function EntryPage() {
  const { id, entry: entryId } = route.useSearch()
  const webhook = useQuery({ queryKey: ['webhooks', 'one', id], queryFn: () => webhooksApi.show(id) })
  const entry = useQuery({
    queryKey: ['logs', { webhook: id }, 'entry', entryId],
    queryFn: () => logsApi.show(id, entryId),
    refetchInterval: ({ state }) => state.data?.status === 'pending' && PENDING_MS,
  })
  const name = webhook.data?.value.name ?? 'Webhook'
  const trail = trailOf(id, name)
  return (
    <Loaded query={entry} what="this entry" head={<PageHead title="Entry" trail={trail} />}>
      {detail => <Shown entry={detail} hook={webhook.data?.value} trail={trail} />}
    </Loaded>
  )
}

const trailOf = (id: string, name: string) => [
  <Link key="list" to="/webhooks">
    Webhooks
  </Link>,
  <Link key="one" to="/webhooks/one" search={{ id }} title={name}>
    {name}
  </Link>,
  <Link key="logs" to="/webhooks/one" search={{ id, tab: 'logs' }}>
    Logs
  </Link>,
]

type ShownProps = { entry: DeliveryDetail; hook: Hook | undefined; trail: ReturnType<typeof trailOf> }

function Shown({ entry, hook, trail }: ShownProps) {
  const { method, path } = entry.incomingRequest
  return (
    <>
      <PageHead
        title={`${method} ${path}`}
        trail={trail}
        beside={
          <>
            <StatusBadge status={entry.status} />
            <code className="quiet">{entry._id.slice(0, 13)}</code>
          </>
        }
        actions={
          <>
            <EntryNeighbours entry={entry} />
            <Link
              to="/webhooks/one"
              search={{ id: entry.webhookId, tab: 'edit', event: entry.eventId }}
              className={buttonClass()}
            >
              <Pencil {...BESIDE_WORDS} />
              Edit with this sample
            </Link>
            <RedeliverOne entry={entry} />
          </>
        }
      />
      <Channel stages={entryStages(entry)} />
      <div className={styles.columns}>
        <EntrySections entry={entry} />
        <EntryAside entry={entry} hook={hook} />
      </div>
    </>
  )
}

/** The ways to the entries before and after this one, in the list that was shown last. */
function EntryNeighbours({ entry: { _id } }: { entry: DeliveryDetail }) {
  const navigate = useNavigate()
  return (
    <Neighbours
      all={shownEntries.get()}
      isHere={({ entry }) => entry === _id}
      thing="entry"
      onGo={search => void navigate({ to: '/webhooks/entry', search })}
    />
  )
}
