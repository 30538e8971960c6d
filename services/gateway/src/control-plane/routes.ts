import { createRuleReach, type LiveAcl } from '@sluice/access'
import type { ChangeLog } from '@sluice/change-log'
import type { Plugins, Route } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import type { GatewayTiering } from '../domain/route-target.ts'
import type { UserCache } from '../sign-in/user-cache.ts'
import { changePluginState } from './change-plugin-state.ts'
import { checkOwnAccess } from './check-own-access.ts'
import { explainAcl } from './explain-acl.ts'
import { listPlugins } from './list-plugins.ts'
import { showWhoami } from './show-whoami.ts'
import { type TokenRouteDependencies, tokenRoutes } from './token-routes.ts'

export type ControlPlaneNeeds = TokenRouteDependencies & {
  store: Store
  changes: ChangeLog
  db: string
  plugins: Plugins
  users: UserCache
  acl: LiveAcl
  tiering: GatewayTiering
}

/** What the gateway answers itself, besides the description of the whole API. */
export function controlPlaneRoutes(needs: ControlPlaneNeeds): readonly Route[] {
  const judging = { ...needs, reach: createRuleReach(needs.tiering), now: needs.changes.storeTime }
  return [
    ['GET', '/whoami', showWhoami],
    ['POST', '/whoami/may', checkOwnAccess(judging)],
    ...tokenRoutes(needs),
    ['GET', '/plugins', listPlugins(needs)],
    ['POST', '/plugins/:id/:step', changePluginState(needs)],
    ['POST', '/acl/explain', explainAcl(judging)],
  ]
}
