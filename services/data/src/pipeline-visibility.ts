import type { GrantedRules } from '@sluice/contracts'
import { isInternalCollection, type PipelineGuard, protectedFields, visibilityOf } from '@sluice/documents'
import type { Place } from './domain/place.ts'

/** Collections of the default database that no pipeline of another collection may read. */
const CLOSED: ReadonlySet<string> = new Set(['acl', 'gql-apps'])

type Reader = { place: Place; rules: GrantedRules }

/**
 * What a caller may see of the collections that a pipeline reads: of each what his permission shows of the one that it
 * is about, less what nobody sees.
 */
export function pipelineVisibility({ place, rules }: Reader, defaultDb: string): PipelineGuard['visibilityOf'] {
  const { db, collection: own } = place.namespace
  return collection => {
    const isClosed = db === defaultDb && CLOSED.has(collection)
    if (collection !== own && (isClosed || isInternalCollection({ collection }))) return undefined
    return visibilityOf(rules, protectedFields({ db, collection }, defaultDb))
  }
}
