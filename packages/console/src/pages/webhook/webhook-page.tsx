import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Check, CircleSlash, Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLeaves } from '../../api/use-leaves.ts'
import type { Hook } from '../../api/webhooks.ts'
import { draftOf } from '../../domain/hook-form/hook-draft.ts'
import { ofChunk } from '../../of-chunk.tsx'
import { Badge } from '../../parts/badge.tsx'
import { MenuButton } from '../../parts/menu-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { TabLinks } from '../../parts/tabs.tsx'
import { dropDraft } from '../../session/drafts.ts'
import { usePageKeys } from '../../state/page-keys.ts'
import { DeleteDialog } from '../webhooks/delete-dialog.tsx'
import { LogsTab } from './logs-tab.tsx'
import { StateBars } from './state-bars.tsx'
import { useWebhook } from './use-webhook.ts'

const Waiting = () => <TableSkeleton what="the webhook" />
const WebhookEditorForm = ofChunk(async () => (await import('../editor/webhook-editor.tsx')).WebhookEditorForm, Waiting)
const VersionsTab = ofChunk(async () => (await import('./versions-tab.tsx')).VersionsTab, Waiting)

const route = getRouteApi('/webhooks/one')

/** One webhook: its fields, its log, and what it was. */
export function WebhookPage() {
  const { id } = route.useSearch()
  const webhook = useWebhook(id)
  return (
    <Loaded query={webhook} what="this webhook" head={<PageHead title="Webhook" trail={TRAIL} />}>
      {({ value, etag }) => <Shown key={id} hook={value} etag={etag} />}
    </Loaded>
  )
}

const ENABLED = { look: 'ok', icon: Check, word: 'Enabled' } as const
const DISABLED = { look: 'quiet', icon: CircleSlash, word: 'Disabled' } as const
const TRAIL = [
  <Link key="list" to="/webhooks">
    Webhooks
  </Link>,
]
const TABS = [
  { tab: 'edit', label: 'Edit' },
  { tab: 'logs', label: 'Logs' },
  { tab: 'versions', label: 'Versions' },
] as const

type ShownProps = { hook: Hook; etag: string | undefined }

function Shown({ hook, etag }: ShownProps) {
  const { tab = 'edit' } = route.useSearch()
  const navigate = route.useNavigate()
  const { _id: id, name, enabled } = hook
  const go = (next: (typeof TABS)[number]['tab']) => () => void navigate({ search: { id, tab: next } })
  usePageKeys({ 'Alt+1': go('edit'), 'Alt+2': go('logs'), 'Alt+3': go('versions') })
  return (
    <>
      <PageHead
        title={name}
        trail={TRAIL}
        beside={<Badge {...(enabled ? ENABLED : DISABLED)} />}
        actions={<PageMenu hook={hook} />}
      />
      <StateBars hook={hook} />
      <TabLinks label="Views of the webhook">
        {TABS.map(each => (
          <Link
            key={each.tab}
            to="/webhooks/one"
            search={{ id, tab: each.tab }}
            aria-current={tab === each.tab ? 'page' : undefined}
          >
            {each.label}
          </Link>
        ))}
      </TabLinks>
      <TabBody tab={tab} hook={hook} etag={etag} />
    </>
  )
}

function TabBody({ tab, hook, etag }: ShownProps & { tab: (typeof TABS)[number]['tab'] }) {
  const { event } = route.useSearch()
  if (tab === 'logs') return <LogsTab hook={hook} />
  if (tab === 'versions') return <VersionsTab key={hook.version} hook={hook} etag={etag} />
  return <WebhookEditorForm base={{ hook, etag }} start={draftOf(hook)} event={event} />
}

function PageMenu({ hook }: { hook: Hook }) {
  const may = useLeaves()
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  if (!may('makeWebhooks')) return null
  return (
    <>
      <MenuButton
        name="More about this webhook"
        entries={[
          {
            label: 'Duplicate',
            icon: Copy,
            run: () => void navigate({ to: '/webhooks/new', search: { from: hook._id } }),
          },
          { label: 'Delete', icon: Trash2, isDanger: true, run: () => setIsDeleting(true) },
        ]}
      />
      {isDeleting && (
        <DeleteDialog
          hook={hook}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => {
            dropDraft(`webhook.${hook._id}`)
            void navigate({ to: '/webhooks', ignoreBlocker: true })
          }}
        />
      )}
    </>
  )
}
