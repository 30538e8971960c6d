import {
  Activity,
  Braces,
  Database,
  Gauge,
  KeyRound,
  KeySquare,
  Plug,
  ScrollText,
  Send,
  Settings2,
  ShieldCheck,
  UsersRound,
  Webhook,
} from 'lucide-react'
import type { Leave } from '../api/may.ts'
import type { Icon } from '../parts/icon.ts'

export type NavigationPage = {
  to:
    | '/'
    | '/graphql'
    | '/webhooks'
    | '/data'
    | '/keys'
    | '/permissions'
    | '/users'
    | '/deliveries'
    | '/live'
    | '/admin/keys'
    | '/admin/audit'
    | '/admin/plugins'
    | '/settings'
  label: string
  icon: Icon
  /** The request that one has to be allowed to see it; left out, everybody may. */
  leave?: Leave
  /** The key behind `g` that goes there. */
  key: string
}

/** The pages of the console, in the groups of the navigation. The first one stands alone. */
export const NAVIGATION: readonly { title: string; pages: readonly NavigationPage[] }[] = [
  { title: '', pages: [{ to: '/', label: 'Overview', icon: Gauge, leave: 'seeProcesses', key: 'o' }] },
  {
    title: 'Build',
    pages: [
      { to: '/graphql', label: 'GraphQL apps', icon: Braces, leave: 'seeApps', key: 'a' },
      { to: '/webhooks', label: 'Webhooks', icon: Webhook, leave: 'seeWebhooks', key: 'w' },
      { to: '/data', label: 'Data', icon: Database, leave: 'seeData', key: 'c' },
    ],
  },
  {
    title: 'Access',
    pages: [
      { to: '/keys', label: 'My keys', icon: KeyRound, key: 'k' },
      { to: '/permissions', label: 'Permissions', icon: ShieldCheck, leave: 'seePermissions', key: 'p' },
      { to: '/users', label: 'Users', icon: UsersRound, leave: 'seeUsers', key: 'u' },
    ],
  },
  {
    title: 'Operate',
    pages: [
      { to: '/deliveries', label: 'Deliveries', icon: Send, leave: 'seeDeliveries', key: 'd' },
      { to: '/live', label: 'Live', icon: Activity, leave: 'followEvents', key: 'l' },
      { to: '/admin/keys', label: 'All keys', icon: KeySquare, leave: 'seeAllKeys', key: 'y' },
      { to: '/admin/audit', label: 'Audit', icon: ScrollText, leave: 'seeAudit', key: 't' },
      { to: '/admin/plugins', label: 'Plugins', icon: Plug, leave: 'seePlugins', key: 'i' },
      { to: '/settings', label: 'Settings', icon: Settings2, key: 's' },
    ],
  },
]
