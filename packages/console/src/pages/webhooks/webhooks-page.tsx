import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { CircleDot, Mail, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLeaves } from '../../api/use-leaves.ts'
import { HOOKS_PER_PAGE, type Hook, type HookListQuery, type HookState } from '../../api/webhooks.ts'
import type { WebhookSearch } from '../../domain/webhooks/webhook-search.ts'
import { buttonClass } from '../../parts/button.tsx'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import { useListPlace } from '../../parts/list/use-list-place.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { PluginBadge, useWebhooksPlugin, WebhooksAreOff } from '../../parts/webhook/plugin-badge.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { NoneMatches, NoWebhooks } from './no-webhooks.tsx'
import { TestDialog } from './test-dialog.tsx'
import { useWebhookList } from './use-webhooks.ts'
import { WebhookFilters } from './webhook-filters.tsx'
import { WebhookTable } from './webhook-table.tsx'

const route = getRouteApi('/webhooks')

type RowDialog = { kind: 'delete' | 'test'; hook: Hook }

/** The webhooks: what each waits for, whether it is on, and how it does. */
export function WebhooksPage() {
  const isOn = useWebhooksPlugin()
  return (
    <>
      <PageHead title="Webhooks" beside={<PluginBadge isOn={isOn} />} actions={<PageActions isOn={isOn} />} />
      {isOn === false && <WebhooksAreOff />}
      <WebhookList isOn={isOn} />
    </>
  )
}

function PageActions({ isOn }: { isOn: boolean | undefined }) {
  const may = useLeaves()
  const navigate = useNavigate()
  const canRecord = may('record') && isOn !== false
  usePageKeys({ r: () => canRecord && void navigate({ to: '/recordings' }) })
  return (
    <>
      {may('seeMailServer') && (
        <Link to="/webhooks/mail" className={buttonClass()}>
          <Mail {...BESIDE_WORDS} />
          Mail server
        </Link>
      )}
      {canRecord && (
        <Link to="/recordings" className={buttonClass()} aria-keyshortcuts="r">
          <CircleDot {...BESIDE_WORDS} />
          Record
        </Link>
      )}
      {may('makeWebhooks') && isOn !== false && (
        <Link to="/webhooks/new" className={buttonClass('primary')}>
          <Plus {...BESIDE_WORDS} />
          New Webhook
        </Link>
      )}
    </>
  )
}

function WebhookList({ isOn }: { isOn: boolean | undefined }) {
  const { q, type, state, page } = queryOf(route.useSearch())
  const navigate = route.useNavigate()
  const may = useLeaves()
  const list = useWebhookList({ q, type, state, page })
  usePageKeys({ n: () => may('makeWebhooks') && void navigate({ to: '/webhooks/new' }) })
  const search = useCallback(
    (change: ListChange) => void navigate({ search: old => changed(old, change), replace: true }),
    [navigate],
  )
  const goTo = (next: number) => search({ page: next })
  const place = useListPlace({
    page,
    pageSize: HOOKS_PER_PAGE,
    rows: list.data?.value.length,
    total: list.data?.total,
    isOfBefore: list.isPlaceholderData,
    onBeyond: goTo,
  })
  return (
    <Loaded query={list} what="the webhooks">
      {({ value: hooks, total = hooks.length }) =>
        place === 'nothing' && !isFiltered({ q, type, state }) ? (
          isOn !== false && <NoWebhooks />
        ) : (
          <>
            <WebhookFilters q={q} type={type} state={state} asOf={list.dataUpdatedAt} onChange={search} />
            {place === 'nothing' && <NoneMatches onClear={() => search({ q: '', type: '', state: '' })} />}
            {place === 'beyond' && <TableSkeleton what="the webhooks" />}
            {place === 'rows' && <Rows hooks={hooks} page={page} total={total} onPage={goTo} />}
          </>
        )
      }
    </Loaded>
  )
}

const isFiltered = ({ q, type, state }: Omit<HookListQuery, 'page'>): boolean => [q, type, state].join('') !== ''

const queryOf = ({ q, type, state, page }: WebhookSearch): HookListQuery => ({
  q: q ?? '',
  type: type ?? '',
  state: state ?? '',
  page: page ?? 1,
})

type ListChange = { q?: string; type?: Hook['type'] | ''; state?: HookState | ''; page?: number }

/** Another choice begins at the first page. */
function changed(old: WebhookSearch, change: ListChange): WebhookSearch {
  const next = Object.assign({}, old, { page: undefined }, change)
  return {
    q: next.q || undefined,
    type: next.type || undefined,
    state: next.state || undefined,
    page: next.page,
  }
}

type RowsProps = { hooks: readonly Hook[]; page: number; total: number; onPage(page: number): void }

function Rows(props: RowsProps) {
  const [dialog, setDialog] = useState<RowDialog>()
  const close = () => setDialog(undefined)
  return (
    <>
      <WebhookTable
        {...props}
        onTest={hook => setDialog({ kind: 'test', hook })}
        onDelete={hook => setDialog({ kind: 'delete', hook })}
      />
      {dialog?.kind === 'delete' && <DeleteDialog hook={dialog.hook} onClose={close} />}
      {dialog?.kind === 'test' && <TestDialog hook={dialog.hook} onClose={close} />}
    </>
  )
}
