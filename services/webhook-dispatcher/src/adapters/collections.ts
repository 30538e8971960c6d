import type { Namespace } from '@sluice/store'

const EVENTS = 'webhookEvents'
const EXECUTIONS = 'webhookExecutions'

/** The dispatcher's collections in one database. Events and executions have one per UTC day (`yyyymmdd`), dropped whole. */
export const collectionsOf = (db: string) => ({
  webhooks: { db, collection: 'webhooks' } satisfies Namespace,
  versions: { db, collection: 'webhookVersions' } satisfies Namespace,
  logClears: { db, collection: 'webhookLogClears' } satisfies Namespace,
  quarantine: { db, collection: 'webhookQuarantine' } satisfies Namespace,
  waiting: { db, collection: 'webhookDeliveriesWaiting' } satisfies Namespace,
  mailServer: { db, collection: 'webhookMailServer' } satisfies Namespace,
  mailAllowance: { db, collection: 'webhookMailAllowance' } satisfies Namespace,
  plugins: { db, collection: 'plugins' } satisfies Namespace,
  events: (day: string): Namespace => ({ db, collection: EVENTS + day }),
  executions: (day: string): Namespace => ({ db, collection: EXECUTIONS + day }),
})

/** The day of a collection that has one. */
export function dayOfCollection(name: string): string | undefined {
  return /^(?:webhookEvents|webhookExecutions)(\d{8})$/.exec(name)?.[1]
}
