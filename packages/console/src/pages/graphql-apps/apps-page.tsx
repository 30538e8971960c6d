import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { APPS_A_PAGE, type AppContent, type ShownApp } from '../../api/apps.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { SearchField } from '../../parts/form/search-field.tsx'
import list from '../../parts/list/list.module.css'
import { useListPlace } from '../../parts/list/use-list-place.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import { AppTable } from './app-table.tsx'
import { DeleteAppDialog } from './delete-app-dialog.tsx'
import { NewAppDialog } from './new-app-dialog.tsx'
import { useAppList } from './use-apps.ts'

const route = getRouteApi('/graphql')

type AppDialog = { kind: 'new'; from?: AppContent } | { kind: 'delete'; app: ShownApp }

/** The GraphQL apps: where each answers, and whether it does. */
export function AppsPage() {
  const may = useLeaves()
  const [dialog, setDialog] = useState<AppDialog>()
  const close = () => setDialog(undefined)
  const canMake = may('makeApps')
  usePageKeys({ n: () => canMake && setDialog({ kind: 'new' }) })
  const button = canMake && (
    <Button look="primary" icon={Plus} onClick={() => setDialog({ kind: 'new' })}>
      New app
    </Button>
  )
  return (
    <>
      <PageHead title="GraphQL apps" actions={button} />
      <AppList
        onDuplicate={from => setDialog({ kind: 'new', from })}
        onDelete={app => setDialog({ kind: 'delete', app })}
      />
      {dialog?.kind === 'new' && <NewAppDialog from={dialog.from} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteAppDialog app={dialog.app} onClose={close} />}
    </>
  )
}

type AppListProps = { onDuplicate(app: ShownApp): void; onDelete(app: ShownApp): void }

function AppList(actions: AppListProps) {
  const { q = '', page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const apps = useAppList(q, page)
  const search = useCallback((text: string) => void navigate({ search: text ? { q: text } : {} }), [navigate])
  const goTo = (next: number, replace = false) => void navigate({ search: { ...(q && { q }), page: next }, replace })
  const place = useListPlace({
    page,
    pageSize: APPS_A_PAGE,
    rows: apps.data?.value.length,
    total: apps.data?.total,
    isOfBefore: apps.isPlaceholderData,
    onBeyond: last => goTo(last, true),
  })
  return (
    <Loaded query={apps} what="the GraphQL apps">
      {({ value, total = value.length }) =>
        place === 'nothing' && q === '' ? (
          <NoApps />
        ) : (
          <>
            <search className={list.tools}>
              <SearchField label="Search GraphQL apps" placeholder="Name or address" value={q} onChange={search} />
            </search>
            {place === 'nothing' && <NoneMatches onClear={() => search('')} />}
            {place === 'beyond' && <TableSkeleton what="the GraphQL apps" />}
            {place === 'rows' && <AppTable apps={value} page={page} total={total} onPage={goTo} {...actions} />}
          </>
        )
      }
    </Loaded>
  )
}

const NoneMatches = ({ onClear }: { onClear(): void }) => (
  <Empty title="No app matches" text="None has this text in its name or address.">
    <Button onClick={onClear}>Show all apps</Button>
  </Empty>
)

const curlLine = () =>
  `curl -u USER ${location.origin}/gql-apps/draft -H 'Content-Type: application/json' -d '{"db":"DATABASE","collection":"COLLECTION"}'`

/** The first sight of apps: what one is, and the shortest way to one. */
function NoApps(): ReactNode {
  const may = useLeaves()
  return (
    <Empty
      title="No app yet"
      text="A schema and a mapping, saved, are a live GraphQL endpoint over your collections. Draft one from a collection."
    >
      {may('makeApps') && <Code text={curlLine()} />}
    </Empty>
  )
}
