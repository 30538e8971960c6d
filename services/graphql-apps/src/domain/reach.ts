import { isInternalCollection, protectedFields } from '@sluice/documents'
import type { Namespace } from '@sluice/store'
import type { AppRules } from './compile-app.ts'

type AppTiering = { tier: 'shared' | 'dedicated'; db: string }

/** Collections of the default database that no app reads, besides those of the service itself. */
const MANAGED = new Set(['acl', 'gql-apps'])
/** Judged one by one where they are written: no mapping can do that. */
const JUDGED = new Set(['users'])
const SERVER_DATABASES = new Set(['admin', 'config', 'local'])

/** Properties that are never fetched, whoever asks. */
export const hiddenIn =
  ({ db }: AppTiering) =>
  (namespace: Namespace): readonly string[] =>
    protectedFields(namespace, db)

/** Tells which databases, collections and properties the mappings of a tier may name. */
export function appRules(tier: AppTiering): AppRules {
  const hidden = hiddenIn(tier)
  return {
    hidden,
    reach: {
      faultOfDatabase: db => faultOfDatabase(db, tier),
      faultOfCollection: (db, collection) => faultOfCollection({ db, collection }, tier),
      faultOfWrite: (db, collection) => faultOfWrite({ db, collection }, tier),
    },
    isProtected: (namespace, property) =>
      hidden(namespace).some(each => property === each || property.startsWith(`${each}.`)),
  }
}

function faultOfDatabase(db: string, { tier, db: own }: AppTiering): string | undefined {
  if (tier === 'shared') return db === own ? undefined : `An app reads the database "${own}" here, and no other.`
  if (SERVER_DATABASES.has(db)) return `The database "${db}" is the server's own.`
  return /^[A-Za-z0-9_-]{1,38}$/.test(db) ? undefined : 'A database is named by letters, digits, _ and -, at most 38.'
}

function faultOfCollection({ db, collection }: Namespace, tier: AppTiering): string | undefined {
  if (collection.includes('\0')) return 'A collection has no NUL in its name.'
  if (isInternalCollection({ db, collection }, tier.db) || (db === tier.db && MANAGED.has(collection)))
    return `The collection "${collection}" can not be read by an app.`
  return undefined
}

function faultOfWrite({ db, collection }: Namespace, tier: AppTiering): string | undefined {
  const isJudged = db === tier.db && JUDGED.has(collection)
  const fault = isJudged ? 'judged' : faultOfCollection({ db, collection }, tier)
  return fault && `The collection "${collection}" can not be written by an app.`
}
