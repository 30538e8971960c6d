import { createRuleReach, type LiveAcl } from '@sluice/access'
import type { ChangeLog } from '@sluice/change-log'
import { type Plugins, type Route, withKnownQuery } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import type { UserCache } from '../sign-in/user-cache.ts'
import { changeOwnPassword, type OwnPasswordDependencies } from './change-own-password.ts'
import { changePluginState } from './change-plugin-state.ts'
import { checkOwnAccess } from './check-own-access.ts'
import { checkPermission } from './check-permission.ts'
import { explainAcl } from './explain-acl.ts'
import { checkImport } from './import/check-import.ts'
import { listPlugins } from './list-plugins.ts'
import { listProcesses } from './list-processes.ts'
import type { ServiceFacts } from './service-facts.ts'
import { showAbout } from './show-about.ts'
import { showWhoami } from './show-whoami.ts'
import { tokenRoutes } from './token-routes.ts'

export type ControlPlaneNeeds = OwnPasswordDependencies & {
  store: Store
  changes: ChangeLog
  db: string
  plugins: Plugins
  users: UserCache
  acl: LiveAcl
  service: ServiceFacts
  /** The settings of this process by their names, secrets masked already. */
  shownSettings: Readonly<Record<string, string>>
}

/** What the gateway answers itself, besides the description of the whole API. */
export function controlPlaneRoutes(needs: ControlPlaneNeeds): readonly Route[] {
  const now = needs.changes.storeTime
  const judging = { ...needs, reach: createRuleReach(needs.tiering), now }
  return withKnownQuery([
    ['GET', '/whoami', showWhoami(needs)],
    ['POST', '/whoami/may', checkOwnAccess(judging)],
    ['PUT', '/whoami/password', changeOwnPassword(needs)],
    ...tokenRoutes(needs),
    ['GET', '/plugins', listPlugins(needs)],
    ['POST', '/plugins/:id/:step', changePluginState(needs)],
    ['POST', '/acl/explain', explainAcl(judging)],
    ['POST', '/acl/check', checkPermission(judging)],
    ['GET', '/admin/about', showAbout(needs)],
    ['GET', '/admin/processes', listProcesses({ ...needs, now })],
    ['POST', '/admin/check-import', checkImport({ ...needs, now })],
  ])
}
