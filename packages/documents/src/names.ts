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
const INTERNAL: ReadonlySet<string> = new Set([
  ...['apiKeys', 'auditTrail', 'keyUsage', 'plugins', 'sessions', 'events', 'executions'],
])
/** `webhooks`, and what is kept about them: versions with their secrets, events, executions by day. */
const OF_WEBHOOKS = /^webhook(?:s$|[A-Z])/
/** What is kept about GraphQL apps: their versions, their trusted documents. `gql-apps` itself is managed by its paths. */
const OF_APPS = /^gqlApp[A-Z]/

/** Whether a collection belongs to the service itself: no path, filter or mapping may reach it. */
export const isInternalCollection = ({ collection }: Pick<Namespace, 'collection'>): boolean =>
  INTERNAL.has(collection) ||
  OF_WEBHOOKS.test(collection) ||
  OF_APPS.test(collection) ||
  /^_|^system\.|\$/.test(collection)

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

/** Judges the name of a collection, or of its database, that is to be made. */
export function checkNewName(name: string, kind: 'collection' | 'database'): Refusal | undefined {
  if (RESERVED.has(name) || (kind === 'database' && RESERVED_DATABASES.has(name))) {
    return refuse('BAD_PATH', `"${name}" is the service's own. Choose another name for the ${kind}.`)
  }
  const pattern = kind === 'collection' ? /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/ : DATABASE_NAME
  if (pattern.test(name) && !isInternalCollection({ collection: name })) return undefined
  const letters = kind === 'collection' ? 'letters, digits, "_", "-" and "."' : 'letters, digits, "_" and "-"'
  const length = kind === 'collection' ? 120 : 38
  return refuse(
    'BAD_PATH',
    `The name of a ${kind} has up to ${length} characters out of ${letters}, begins with a letter or digit, and is none of the service's own.`,
  )
}
