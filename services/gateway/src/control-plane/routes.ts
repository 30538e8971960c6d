import type { ChangeLog } from '@sluice/change-log'
import type { Route } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import type { LiveSwitches } from '../sign-in/live-switches.ts'
import type { SessionDesk } from '../sign-in/session-desk.ts'
import { listPlugins } from './list-plugins.ts'
import { showWhoami } from './show-whoami.ts'
import { switchPlugin } from './switch-plugin.ts'
import { tokenRoutes } from './token-routes.ts'

export type ControlPlaneNeeds = {
  store: Store
  changes: ChangeLog
  db: string
  switches: LiveSwitches
  sessionDesk: SessionDesk
}

/** What the gateway answers itself, besides the description of the whole API. */
export const controlPlaneRoutes = (needs: ControlPlaneNeeds): readonly Route[] => [
  ['GET', '/whoami', showWhoami],
  ...tokenRoutes(needs.sessionDesk),
  ['GET', '/plugins', listPlugins(needs)],
  ['POST', '/plugins/:id/:step', switchPlugin(needs)],
]
