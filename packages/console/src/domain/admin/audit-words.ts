/** Each action of the trail as people say it, in the order in which they are offered. */
const AUDIT_ACTIONS = {
  'key.issued': 'Key issued',
  'key.refused': 'Key refused',
  'key.rotated': 'Key rotated',
  'key.revoked': 'Key revoked',
  'plugin.installed': 'Plugin installed',
  'plugin.enabled': 'Plugin enabled',
  'plugin.disabled': 'Plugin disabled',
  'plugin.uninstalled': 'Plugin uninstalled',
  'permission.saved': 'Permission saved',
  'permission.deleted': 'Permission deleted',
  'user.saved': 'User saved',
  'user.deleted': 'User deleted',
  'app.saved': 'App saved',
  'app.deleted': 'App deleted',
  'webhook.saved': 'Webhook saved',
  'webhook.deleted': 'Webhook deleted',
  'webhook.log-cleared': 'Log of a webhook cleared',
  'mail-server.saved': 'Mail server saved',
  'mail-server.deleted': 'Mail server deleted',
  'sign-in.refused': 'Sign-in refused',
} as const
type AuditedAction = keyof typeof AUDIT_ACTIONS

const AREAS = {
  'key.': 'Keys: all',
  'plugin.': 'Plugins: all',
  'permission.': 'Permissions: all',
  'user.': 'Users: all',
  'app.': 'Apps: all',
  'webhook.': 'Webhooks: all',
  'mail-server.': 'Mail server: all',
  'sign-in.': 'Sign-ins: all',
} as const
type AuditedArea = keyof typeof AREAS

/** One action, or all of an area. */
export type SearchedAction = AuditedAction | AuditedArea

const keysOf = <K extends string>(of: Readonly<Record<K, string>>): K[] => {
  const keys: string[] = Object.keys(of)
  return keys.filter((key): key is K => key in of)
}

export const searchedAction = (value: unknown): SearchedAction | undefined =>
  [...keysOf(AREAS), ...keysOf(AUDIT_ACTIONS)].find(each => each === value)

/** What is offered: each area, with its actions below it. */
export const ACTION_CHOICES: readonly { value: SearchedAction; label: string }[] = keysOf(AREAS).flatMap(area => [
  { value: area, label: AREAS[area] },
  ...keysOf(AUDIT_ACTIONS)
    .filter(action => action.startsWith(area))
    .map(value => ({ value, label: AUDIT_ACTIONS[value] })),
])

/** An action as people say it; one that this console does not know by its own name. */
export function actionWords(action: string): string {
  const known = keysOf(AUDIT_ACTIONS).find(each => each === action)
  return known ? AUDIT_ACTIONS[known] : action
}

/** Whether something was taken away, refused, or let in: shown beside the word, never by a colour alone. */
export function actionTone(action: string): 'gone' | 'refused' | 'done' {
  if (action.endsWith('.refused')) return 'refused'
  return /\.(deleted|revoked|uninstalled|disabled|log-cleared)$/.test(action) ? 'gone' : 'done'
}

/** The thing that a line is about, whose page is one click away. */
type AuditedThing =
  | { kind: 'key'; id: string }
  | { kind: 'permission' | 'user' | 'app' | 'webhook'; id: string }
  | { kind: 'plugins' | 'mail-server' }

type AuditedLine = { action: string; subject?: string; key?: { id: string } }

const THINGS = ['permission', 'user', 'app', 'webhook'] as const

/** The page to go to; undefined where what the line is about has none, or is gone. */
export function thingOf({ action, subject, key }: AuditedLine): AuditedThing | undefined {
  if (key) return { kind: 'key', id: key.id }
  if (action.startsWith('plugin.')) return { kind: 'plugins' }
  if (action.startsWith('mail-server.')) return { kind: 'mail-server' }
  if (subject === undefined || action.endsWith('.deleted')) return undefined
  if (action === 'sign-in.refused') return { kind: 'user', id: subject }
  const kind = THINGS.find(each => action.startsWith(`${each}.`))
  return kind && { kind, id: subject }
}
