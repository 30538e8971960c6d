import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { readAuditSearch } from './domain/admin/audit-search.ts'
import { readKeysSearch } from './domain/admin/key-search.ts'
import { readDataSearch, readDocumentSearch, readDocumentsSearch } from './domain/data/data-search.ts'
import { readAppSearch, readAppsSearch } from './domain/graphql/app-search.ts'
import { readManualSearch } from './domain/manual/manual-search.ts'
import { readOverviewSearch } from './domain/overview/overview-search.ts'
import { readExplainSearch } from './domain/permissions/explain-question.ts'
import {
  readNewPermissionSearch,
  readPermissionSearch,
  readPermissionsSearch,
} from './domain/permissions/permission-search.ts'
import { readLiveSearch } from './domain/tails/live-search.ts'
import { readUserSearch, readUsersSearch } from './domain/users/user-search.ts'
import {
  readDeliveriesSearch,
  readEntrySearch,
  readEventSearch,
  readNewHookSearch,
  readOneHookSearch,
  readRecordingSearch,
} from './domain/webhooks/log-search.ts'
import { readWebhookSearch } from './domain/webhooks/webhook-search.ts'
import { Frame } from './frame/frame.tsx'
import { LockedDialog } from './frame/locked-dialog.tsx'
import { useChunksAhead } from './frame/use-chunks-ahead.ts'
import { isUnavailable } from './http/problem.ts'
import { NotFoundPage } from './pages/not-found/not-found-page.tsx'
import { StartPage } from './pages/start/start-page.tsx'
import { clearToasts } from './parts/toast.tsx'
import { onSignedOut } from './session/session.ts'
import { shownEntries, shownEvents } from './state/shown-entries.ts'
import { tellTyped } from './state/typed-texts.ts'

// The pages, in the order of the navigation.
const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundPage })
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readOverviewSearch,
  component: StartPage,
})
const apps = createRoute({
  getParentRoute: () => root,
  path: '/graphql',
  validateSearch: readAppsSearch,
  component: lazyRouteComponent(() => import('./pages/graphql-apps/apps-page.tsx'), 'AppsPage'),
})
const app = createRoute({
  getParentRoute: () => root,
  path: '/graphql/app',
  validateSearch: readAppSearch,
  component: lazyRouteComponent(() => import('./pages/graphql-app/app-page.tsx'), 'AppPage'),
})
const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  validateSearch: readWebhookSearch,
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})
const newWebhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/new',
  validateSearch: readNewHookSearch,
  component: lazyRouteComponent(() => import('./pages/editor/new-webhook-page.tsx'), 'NewWebhookPage'),
})
const mailServer = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/mail',
  component: lazyRouteComponent(() => import('./pages/mail-server/mail-server-page.tsx'), 'MailServerPage'),
})
const recording = createRoute({
  getParentRoute: () => root,
  path: '/recordings',
  validateSearch: readRecordingSearch,
  component: lazyRouteComponent(() => import('./pages/recording/recording-page.tsx'), 'RecordingPage'),
})
const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/one',
  validateSearch: readOneHookSearch,
  component: lazyRouteComponent(() => import('./pages/webhook/webhook-page.tsx'), 'WebhookPage'),
})
const entry = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/entry',
  validateSearch: readEntrySearch,
  component: lazyRouteComponent(() => import('./pages/entry/entry-page.tsx'), 'EntryPage'),
})
const data = createRoute({
  getParentRoute: () => root,
  path: '/data',
  validateSearch: readDataSearch,
  component: lazyRouteComponent(() => import('./pages/data/data-page.tsx'), 'DataPage'),
})
const documents = createRoute({
  getParentRoute: () => root,
  path: '/data/documents',
  validateSearch: readDocumentsSearch,
  component: lazyRouteComponent(() => import('./pages/documents/documents-page.tsx'), 'DocumentsPage'),
})
const oneDocument = createRoute({
  getParentRoute: () => root,
  path: '/data/document',
  validateSearch: readDocumentSearch,
  component: lazyRouteComponent(() => import('./pages/document/document-page.tsx'), 'DocumentPage'),
})
const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
})
const permissions = createRoute({
  getParentRoute: () => root,
  path: '/permissions',
  validateSearch: readPermissionsSearch,
  component: lazyRouteComponent(() => import('./pages/permissions/permissions-page.tsx'), 'PermissionsPage'),
})
const permission = createRoute({
  getParentRoute: () => root,
  path: '/permissions/one',
  validateSearch: readPermissionSearch,
  component: lazyRouteComponent(() => import('./pages/permission/permission-page.tsx'), 'PermissionPage'),
})
const event = createRoute({
  getParentRoute: () => root,
  path: '/events',
  validateSearch: readEventSearch,
  component: lazyRouteComponent(() => import('./pages/event/event-page.tsx'), 'EventPage'),
})
const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  validateSearch: readUsersSearch,
  component: lazyRouteComponent(() => import('./pages/users/users-page.tsx'), 'UsersPage'),
})
const user = createRoute({
  getParentRoute: () => root,
  path: '/users/one',
  validateSearch: readUserSearch,
  component: lazyRouteComponent(() => import('./pages/user/user-page.tsx'), 'UserPage'),
})
const newPermission = createRoute({
  getParentRoute: () => root,
  path: '/permissions/new',
  validateSearch: readNewPermissionSearch,
  component: lazyRouteComponent(() => import('./pages/permission/new-permission-page.tsx'), 'NewPermissionPage'),
})
const explain = createRoute({
  getParentRoute: () => root,
  path: '/permissions/explain',
  validateSearch: readExplainSearch,
  component: lazyRouteComponent(() => import('./pages/explain/explain-page.tsx'), 'ExplainPage'),
})
const deliveries = createRoute({
  getParentRoute: () => root,
  path: '/deliveries',
  validateSearch: readDeliveriesSearch,
  component: lazyRouteComponent(() => import('./pages/delivery-log/deliveries-page.tsx'), 'DeliveriesPage'),
})
const allKeys = createRoute({
  getParentRoute: () => root,
  path: '/admin/keys',
  validateSearch: readKeysSearch,
  component: lazyRouteComponent(() => import('./pages/all-keys/all-keys-page.tsx'), 'AllKeysPage'),
})
const audit = createRoute({
  getParentRoute: () => root,
  path: '/admin/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
})
const live = createRoute({
  getParentRoute: () => root,
  path: '/live',
  validateSearch: readLiveSearch,
  component: lazyRouteComponent(() => import('./pages/live/live-page.tsx'), 'LivePage'),
})
const plugins = createRoute({
  getParentRoute: () => root,
  path: '/admin/plugins',
  component: lazyRouteComponent(() => import('./pages/plugins/plugins-page.tsx'), 'PluginsPage'),
})
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
})
const manual = createRoute({
  getParentRoute: () => root,
  path: '/manual',
  validateSearch: readManualSearch,
  component: lazyRouteComponent(() => import('./pages/manual/manual-page.tsx'), 'ManualPage'),
})

const router = createRouter({
  routeTree: root.addChildren([
    start,
    apps,
    app,
    webhooks,
    newWebhook,
    mailServer,
    recording,
    webhook,
    entry,
    data,
    documents,
    oneDocument,
    keys,
    permissions,
    permission,
    event,
    users,
    user,
    newPermission,
    explain,
    deliveries,
    live,
    allKeys,
    audit,
    plugins,
    settings,
    manual,
  ]),
  basepath: '/console',
  defaultPreload: 'intent',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

onSignedOut(() => {
  clearToasts()
  shownEntries.set([])
  shownEvents.set([])
})

// What is typed is told before a newer version of it is: only then it is seen that the two differ.
notifyManager.setNotifyFunction(notify => {
  tellTyped()
  notify()
})

const RETRY_SECONDS = [1, 2, 5, 10]

/** Answers that were fetched are kept as long as this user is signed in. */
const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: (_, error) => isUnavailable(error),
        retryDelay: failures => (RETRY_SECONDS[failures] ?? RETRY_SECONDS.at(-1) ?? 0) * 1_000,
      },
      mutations: { networkMode: 'always' },
    },
  })

/** The chunks that pages fetch when they come to need them. */
const PARTS = [
  () => import('./pages/overview/overview-page.tsx'),
  () => import('./parts/chart/plot-canvas.tsx'),
  () => import('./parts/editor/code-editor.tsx'),
  () => import('./parts/editor/code-comparison.tsx'),
  () => import('./pages/editor/webhook-editor.tsx'),
  () => import('./pages/webhook/versions-tab.tsx'),
  () => import('./pages/graphql-app/explorer-tab.tsx'),
  () => import('./pages/graphql-app/versions-tab.tsx'),
  () => import('./pages/graphql-app/documents-tab.tsx'),
  () => import('./pages/graphql-app/settings-tab.tsx'),
  () => import('./pages/graphql-app/use-tab.tsx'),
  () => import('./pages/collection/indexes-tab.tsx'),
  () => import('./pages/collection/schema-tab.tsx'),
  () => import('./pages/collection/aggregations-tab.tsx'),
  () => import('./pages/import/import-dialog.tsx'),
  () => import('./pages/import/export-dialog.tsx'),
]
const PAGES = Object.values(router.routesById).map(route => async () => router.loadRouteChunk(route))
const CHUNKS = [...PAGES, ...PARTS]

export function App() {
  useChunksAhead(CHUNKS)
  const [queryClient] = useState(newQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <LockedDialog />
    </QueryClientProvider>
  )
}
