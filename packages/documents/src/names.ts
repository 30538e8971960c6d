import { type Refusal, refuse } from '@sluice/contracts'
import type { Namespace } from '@sluice/store'

/** First segments of paths that mean something else (docs/reference/data-api.md#tiers). */
export const RESERVED_NAMES: readonly string[] = [
  ...[
    '.well-known',
    'acl',
    'admin',
    'console',
    'docs',
    'events',
    'gql-apps',
    'graphql',
    'keys',
    'mcp',
    'openapi.json',
    'plugins',
  ],
  ...['token', 'users', 'webhooks', 'whoami'],
]
const RESERVED: ReadonlySet<string> = new Set(RESERVED_NAMES)
/** The store's server keeps its own state in them. */
const RESERVED_DATABASES: ReadonlySet<string> = new Set(['admin', 'config', 'local'])
const DATABASE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,37}$/
/** Kept by the service under names that nobody else has: they are out of reach in every database. */
const INTERNAL: ReadonlySet<string> = new Set(['apiKeys', 'auditTrail', 'keyUsage'])
/** Kept by the service in the default database, under names that collections of an owner's may have in others. */
const INTERNAL_BY_DEFAULT: ReadonlySet<string> = new Set(['plugins', 'sessions', 'events', 'executions', 'webhooks'])
/** What is kept about webhooks: versions with their secrets, events, executions by day. */
const OF_WEBHOOKS = /^webhook[A-Z]/
/** What is kept about GraphQL apps: their versions, their trusted documents. `gql-apps` itself is managed by its paths. */
const OF_APPS = /^gqlApp[A-Z]/

/** What users, permissions and apps are kept in; each has paths of its own in the default database. */
const MANAGED: ReadonlySet<string> = new Set(['acl', 'gql-apps', 'users'])

/** How an installation serves its databases: `db` is the default one, which also holds what is the service's own. */
export type CollectionTiering = { tier: 'shared' | 'dedicated'; db: string }

/**
 * Whether a collection belongs to the service itself: no path, filter or mapping may reach it. What the service keeps, it
 * keeps in the default database.
 */
export const isInternalCollection = ({ db, collection }: Namespace, defaultDb: string): boolean =>
  INTERNAL.has(collection) ||
  OF_WEBHOOKS.test(collection) ||
  OF_APPS.test(collection) ||
  /^_|^system\.|\$/.test(collection) ||
  (db === defaultDb && INTERNAL_BY_DEFAULT.has(collection))

/** Whether a collection is one of those that routes of their own manage: users, permissions, apps. */
export const isManagedCollection = ({ db, collection }: Namespace, defaultDb: string): boolean =>
  db === defaultDb && MANAGED.has(collection)

/** Names that stand in a path as they are: any other path could be that of something else. */
const PLAIN_NAME = /^(?!\.\.?$)[^/\\%\p{Cc}]+$/u

/** The path at which a collection is served; undefined where none leads to it, or the service itself answers there. */
export function servedPathOf({ db, collection }: Namespace, tier: 'shared' | 'dedicated'): string | undefined {
  if (!PLAIN_NAME.test(collection)) return undefined
  if (tier === 'dedicated') return isOwnDatabase(db) && !RESERVED.has(db) ? `/${db}/${collection}` : undefined
  return RESERVED.has(collection) && collection !== 'users' ? undefined : `/${collection}`
}

/** Fields of a collection that no caller ever sees or asks about, the root role included. */
export const protectedFields = ({ db, collection }: Namespace, defaultDb: string): readonly string[] =>
  db === defaultDb && collection === 'users' ? ['password', 'passwordHash'] : []

/** Whether a database can be one of the owner's. */
export const isOwnDatabase = (name: string): boolean => DATABASE_NAME.test(name) && !RESERVED_DATABASES.has(name)

/** Judges the name of a database that is to be made. */
export function checkNewDatabase(name: string): Refusal | undefined {
  if (RESERVED.has(name) || RESERVED_DATABASES.has(name)) return refuseOwn(name, 'database')
  return DATABASE_NAME.test(name)
    ? undefined
    : refuseForm('database', '38 characters out of letters, digits, "_" and "-"')
}

/**
 * Judges the name of a collection that is to be made. In the shared tier it is the first segment of a path, where the
 * service has paths of its own; in the dedicated tier it stands behind a database, where only what is kept there collides.
 */
export function checkNewCollection({ db, collection }: Namespace, tiering: CollectionTiering): Refusal | undefined {
  const isTaken =
    tiering.tier === 'shared' ? RESERVED.has(collection) : isManagedCollection({ db, collection }, tiering.db)
  if (isTaken) return refuseOwn(collection, 'collection')
  const isFine = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/.test(collection)
  if (isFine && !isInternalCollection({ db, collection }, tiering.db)) return undefined
  return refuseForm('collection', '120 characters out of letters, digits, "_", "-" and "."')
}

const refuseOwn = (name: string, kind: 'collection' | 'database'): Refusal =>
  refuse('BAD_PATH', `"${name}" is the service's own. Choose another name for the ${kind}.`)

const refuseForm = (kind: 'collection' | 'database', form: string): Refusal =>
  refuse(
    'BAD_PATH',
    `The name of a ${kind} has up to ${form}, begins with a letter or digit, and is none of the service's own.`,
  )
