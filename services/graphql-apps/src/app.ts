import type { ChangeLog } from '@sluice/change-log'
import type { Route } from '@sluice/service-kit'
import type { AppRules } from './domain/compile-app.ts'
import type { OperationSettings } from './execution/run-operation.ts'
import type { GraphqlServer } from './http/graphql-server.ts'
import type { LiveApps } from './live-apps.ts'
import type { AppStore } from './ports.ts'
import { createApp } from './routes/create-app.ts'
import { deleteApp } from './routes/delete-app.ts'
import { explainApp } from './routes/explain-app.ts'
import { listApps } from './routes/list-apps.ts'
import { runQuery } from './routes/run-query.ts'
import { showApp } from './routes/show-app.ts'
import { updateApp } from './routes/update-app.ts'
import { validateApp } from './routes/validate-app.ts'

type Dependencies = {
  /** Path of the collection of apps; the dedicated tier puts the default database in front. */
  base: string
  appStore: AppStore
  liveApps: LiveApps
  rules: AppRules
  server: GraphqlServer
  changes: ChangeLog
  /** How queries run. */
  settings: OperationSettings
}

/** What the graphql-apps service serves. */
export const routes = (dependencies: Dependencies): readonly Route[] => {
  const { base } = dependencies
  return [
    ['GET', base, listApps(dependencies)],
    ['POST', base, createApp(dependencies)],
    ['POST', `${base}/validate`, validateApp(dependencies)],
    ['POST', `${base}/:id/explain`, explainApp({ ...dependencies, now: () => dependencies.changes.storeTime() })],
    ['GET', `${base}/:id`, showApp(dependencies)],
    ['PATCH', `${base}/:id`, updateApp(dependencies)],
    ['DELETE', `${base}/:id`, deleteApp(dependencies)],
    ['POST', '/graphql/*uri', runQuery(dependencies)],
  ]
}
