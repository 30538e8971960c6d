import type { ChangeLog } from '@sluice/change-log'
import { type Repeats, type Route, withKnownQuery } from '@sluice/service-kit'
import type { AppRules } from './domain/compile-app.ts'
import type { Hidden } from './execution/document-reader.ts'
import type { OperationSettings } from './execution/run-operation.ts'
import type { GraphqlServer } from './http/graphql-server.ts'
import type { AuthorJudge } from './judge-author.ts'
import type { LiveApps } from './live-apps.ts'
import type { AppStore } from './ports/app-store.ts'
import type { DraftSource } from './ports/draft-source.ts'
import { countApps } from './routes/count-apps.ts'
import { createApp } from './routes/create-app.ts'
import { deleteApp } from './routes/delete-app.ts'
import { draftApp } from './routes/draft-app.ts'
import { explainApp } from './routes/explain-app.ts'
import { listAppVersions } from './routes/list-app-versions.ts'
import { listApps } from './routes/list-apps.ts'
import { listTrustedDocuments } from './routes/list-trusted-documents.ts'
import { makeAppCollection } from './routes/make-app-collection.ts'
import { namedByQuery } from './routes/named-by-query.ts'
import { replaceApp } from './routes/replace-app.ts'
import { replaceTrustedDocuments } from './routes/replace-trusted-documents.ts'
import { restoreAppVersion } from './routes/restore-app-version.ts'
import { runQuery } from './routes/run-query.ts'
import { runQueryByGet } from './routes/run-query-by-get.ts'
import { showApp } from './routes/show-app.ts'
import { showAppSchema } from './routes/show-app-schema.ts'
import { showAppVersion } from './routes/show-app-version.ts'
import { updateApp } from './routes/update-app.ts'
import { validateApp } from './routes/validate-app.ts'

type Dependencies = {
  /** Path of the collection of apps; the dedicated tier puts the default database in front. */
  base: string
  appStore: AppStore
  draftSource: DraftSource
  hidden: Hidden
  liveApps: LiveApps
  rules: AppRules
  author: AuthorJudge
  server: GraphqlServer
  changes: ChangeLog
  /** Requests that are carried out once, however often they come. */
  repeats: Repeats
  /** How queries run. */
  settings: OperationSettings
}

/** What the graphql-apps service serves. */
export const routes = (dependencies: Dependencies): readonly Route[] => {
  const { base } = dependencies
  return [
    ...withKnownQuery(namedByQuery(appRoutes(base, dependencies))),
    ['GET', '/graphql/*uri', runQueryByGet(dependencies)],
    ['POST', '/graphql/*uri', runQuery(dependencies)],
  ]
}

function appRoutes(base: string, dependencies: Dependencies): readonly Route[] {
  return [
    ['GET', base, listApps(dependencies)],
    ['POST', base, createApp(dependencies)],
    ['PUT', base, makeAppCollection()],
    ['POST', `${base}/validate`, validateApp(dependencies)],
    ['POST', `${base}/draft`, draftApp(dependencies)],
    ['POST', `${base}/:id/explain`, explainApp({ ...dependencies, now: () => dependencies.changes.storeTime() })],
    ['GET', `${base}/_size`, countApps(dependencies)],
    ['GET', `${base}/:id`, showApp(dependencies)],
    ['PUT', `${base}/:id`, replaceApp(dependencies)],
    ['PATCH', `${base}/:id`, updateApp(dependencies)],
    ['DELETE', `${base}/:id`, deleteApp(dependencies)],
    ['GET', `${base}/:id/schema`, showAppSchema(dependencies)],
    ['GET', `${base}/:id/versions`, listAppVersions(dependencies)],
    ['GET', `${base}/:id/versions/:version`, showAppVersion(dependencies)],
    ['POST', `${base}/:id/versions/:version/restore`, restoreAppVersion(dependencies)],
    ['GET', `${base}/:id/documents`, listTrustedDocuments(dependencies)],
    ['PUT', `${base}/:id/documents`, replaceTrustedDocuments(dependencies)],
  ]
}
