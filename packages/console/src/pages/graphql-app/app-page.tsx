import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Check, CircleSlash, Copy, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { appsApi, type ShownApp } from '../../api/apps.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { APP_TABS, type AppTab } from '../../domain/graphql/app-search.ts'
import { endpointOf } from '../../domain/graphql/endpoint.ts'
import { ofChunk } from '../../of-chunk.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { LeaveQuestion } from '../../parts/dialog/leave-question.tsx'
import { CopyButton } from '../../parts/export/copy-button.tsx'
import { MenuButton } from '../../parts/menu-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { TabLinks } from '../../parts/tabs.tsx'
import { showToast } from '../../parts/toast.tsx'
import { dropDraft } from '../../session/drafts.ts'
import { useKeysEverywhere, usePageKeys } from '../../state/page-keys.ts'
import { DeleteAppDialog } from '../graphql-apps/delete-app-dialog.tsx'
import { NewAppDialog } from '../graphql-apps/new-app-dialog.tsx'
import styles from './app.module.css'
import { AppBars } from './app-bars.tsx'
import { AppConflict } from './app-conflict.tsx'
import { SchemaTab } from './schema-tab.tsx'
import { type AppDraft, useAppDraft } from './use-app-draft.ts'
import { type AppSettings, useAppSettings } from './use-app-settings.ts'
import type { TriedQuery } from './use-explorer.ts'

const Waiting = () => <TableSkeleton what="the app" />
const ExplorerTab = ofChunk(async () => (await import('./explorer-tab.tsx')).ExplorerTab, Waiting)
const VersionsTab = ofChunk(async () => (await import('./versions-tab.tsx')).VersionsTab, Waiting)
const DocumentsTab = ofChunk(async () => (await import('./documents-tab.tsx')).DocumentsTab, Waiting)
const SettingsTab = ofChunk(async () => (await import('./settings-tab.tsx')).SettingsTab, Waiting)
const UseTab = ofChunk(async () => (await import('./use-tab.tsx')).UseTab, Waiting)

const route = getRouteApi('/graphql/app')

const TRAIL = [
  <Link key="list" to="/graphql">
    GraphQL apps
  </Link>,
]

/** One app: its schema and mappings, a place to try it, and what it was. */
export function AppPage() {
  const { id } = route.useSearch()
  const app = useQuery({ queryKey: ['apps', 'one', id], queryFn: () => appsApi.show(id) })
  return (
    <Loaded query={app} what="this app" head={<PageHead title="GraphQL app" trail={TRAIL} />}>
      {({ value, etag }) => <Shown key={id} id={id} app={value} etag={etag} />}
    </Loaded>
  )
}

const ENABLED = { look: 'ok', icon: Check, word: 'Enabled' } as const
const DISABLED = { look: 'quiet', icon: CircleSlash, word: 'Disabled' } as const
const LABELS: Readonly<Record<AppTab, string>> = {
  schema: 'Schema and mappings',
  explorer: 'Explorer',
  versions: 'Versions',
  documents: 'Trusted documents',
  settings: 'Settings',
  use: 'Use it',
}

type ShownAppProps = { id: string; app: ShownApp; etag: string | undefined }

function Shown({ id, app, etag }: ShownAppProps) {
  const { tab = 'schema' } = route.useSearch()
  const navigate = route.useNavigate()
  const may = useLeaves()
  const draft = useAppDraft({ id, app, etag, page: `app.${id}` })
  const settings = useAppSettings({ id, app, etag, page: `app-settings.${id}` })
  const beside = useTypedBeside()
  const { name, enabled = true } = app.descriptor
  const address = endpointOf(app)
  usePageKeys(
    Object.fromEntries(
      APP_TABS.map((each, at) => [`Alt+${at + 1}`, () => void navigate({ search: { id, tab: each } })]),
    ),
  )
  useSaveKey(tab === 'settings' && settings.isDirty ? settings : draft)
  useSavedNote(draft)
  return (
    <>
      <PageHead
        title={name}
        trail={TRAIL}
        beside={
          <>
            <Badge {...(enabled ? ENABLED : DISABLED)} />
            <span className={styles.address}>
              <code>{address}</code>
              <CopyButton text={`${location.origin}${address}`} what="the address" isIcon />
            </span>
          </>
        }
        actions={
          may('makeApps') && <AppActions app={app} draft={draft} settings={settings} hasSave={tab !== 'settings'} />
        }
      />
      <AppBars draft={draft} settings={settings} />
      <TabLinks label="Views of the app">
        {APP_TABS.map(each => (
          <Link
            key={each}
            to="/graphql/app"
            search={{ id, tab: each }}
            aria-current={tab === each ? 'page' : undefined}
          >
            {LABELS[each]}
            {each === 'schema' && draft.faults.length > 0 && (
              <span className={styles.count}>{draft.faults.length}</span>
            )}
          </Link>
        ))}
      </TabLinks>
      <TabBody tab={tab} app={app} etag={etag} draft={draft} settings={settings} beside={beside} />
      {draft.theirs && <AppConflict draft={draft} theirs={draft.theirs} />}
      <LeaveQuestion isDirty={draft.isDirty || settings.isDirty} isSamePage={isSameApp} />
    </>
  )
}

type AppAddress = { pathname: string; search: unknown }
const idIn = ({ search }: AppAddress): unknown =>
  typeof search === 'object' && search !== null && 'id' in search ? search.id : undefined
const isSameApp = (current: AppAddress, next: AppAddress): boolean =>
  current.pathname === next.pathname && idIn(current) === idIn(next)

/** What is typed in the views of an app beside its texts and settings: it is there again after another view. */
function useTypedBeside() {
  const [typed, setTyped] = useState<TriedQuery>()
  const [document, setDocument] = useState('')
  return { query: { typed, setTyped }, added: { text: document, setText: setDocument } }
}

type TabBodyProps = {
  tab: AppTab
  app: ShownApp
  etag: string | undefined
  draft: AppDraft
  settings: AppSettings
  beside: ReturnType<typeof useTypedBeside>
}

function TabBody({ tab, app, etag, draft, settings, beside }: TabBodyProps) {
  const may = useLeaves()
  const canChange = may('makeApps')
  const { id } = draft
  if (tab === 'explorer') return <ExplorerTab id={id} app={app} query={beside.query} />
  if (tab === 'versions') return <VersionsTab key={etag} id={id} app={app} etag={etag} canChange={canChange} />
  if (tab === 'documents') return <DocumentsTab id={id} app={app} added={beside.added} canChange={canChange} />
  if (tab === 'settings') return <SettingsTab settings={settings} canChange={canChange} />
  if (tab === 'use') return <UseTab app={app} />
  return <SchemaTab draft={draft} canChange={canChange} />
}

type AppActionsProps = {
  app: ShownApp
  draft: AppDraft
  settings: AppSettings
  /** The settings have a Save of their own. */
  hasSave: boolean
}

function AppActions({ app, draft, settings, hasSave }: AppActionsProps) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'duplicate' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <MenuButton
        name="More about this app"
        entries={[
          { label: 'Duplicate', icon: Copy, run: () => setOpen('duplicate') },
          { label: 'Delete', icon: Trash2, isDanger: true, run: () => setOpen('delete') },
        ]}
      />
      {hasSave && (
        <Button look="primary" isBusy={draft.save.isPending} disabled={!draft.isDirty} onClick={draft.saveNow}>
          Save
        </Button>
      )}
      {open === 'duplicate' && <NewAppDialog from={app} onClose={close} />}
      {open === 'delete' && (
        <DeleteAppDialog
          app={app}
          onClose={close}
          onDeleted={() => {
            dropDraft(draft.page)
            dropDraft(settings.page)
            void navigate({ to: '/graphql', ignoreBlocker: true })
          }}
        />
      )}
    </>
  )
}

/** Ctrl S saves what is shown, in the editors too. */
function useSaveKey({ isDirty, saveNow }: { isDirty: boolean; saveNow(): void }): void {
  useKeysEverywhere({
    '$mod+s': event => {
      event.preventDefault()
      if (isDirty) saveNow()
    },
  })
}

function useSavedNote({ save, base }: AppDraft): void {
  const { isSuccess } = save
  useEffect(() => {
    if (isSuccess) showToast(`“${base.app.descriptor.name}” is saved, and answers by it now.`)
  }, [isSuccess, base.app.descriptor.name])
}
