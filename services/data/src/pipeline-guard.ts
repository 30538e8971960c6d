import { type AccountableCaller, judgeAs, type LiveAcl } from '@sluice/access'
import { type GrantedRules, type Refusal, refuse } from '@sluice/contracts'
import {
  isInternalCollection,
  type PipelineGuard,
  protectedFields,
  readUser,
  servedPathOf,
  visibilityOf,
} from '@sluice/documents'
import type { ServiceRequest } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import type { DataDependencies } from './dependencies.ts'
import type { DataPath } from './domain/place.ts'

/** Collections of the default database that no pipeline of another collection may read. */
const CLOSED: ReadonlySet<string> = new Set(['acl', 'gql-apps'])

/** The caller whose pipeline it is. `rules`: what he may see of the collection that the pipeline is about. */
export type PipelineReader = { place: DataPath; rules: GrantedRules; caller: AccountableCaller }

type GuardDependencies = Pick<DataDependencies, 'db' | 'tier'> & { acl: LiveAcl }

/** The caller of a request, as a service judges what he does by it. */
export const callerOf = (
  { caller }: Pick<ServiceRequest, 'caller'>,
  { changes }: Pick<DataDependencies, 'changes'>,
): AccountableCaller => ({
  user: readUser(caller.principal),
  roles: caller.principal.roles,
  isRoot: caller.isRoot,
  now: new Date(changes.storeTime()),
  clientAddress: caller.clientAddress,
  tool: caller.tool,
})

type CollectionReading = { kind: 'reading'; readFilter: Document | undefined; hiding: GrantedRules }

/**
 * What a caller may read of the collections that a pipeline names: of the one that it is about what the permission for
 * the request shows, of each other one what a `GET` of it would show him, less what nobody sees.
 */
export function pipelineGuard(reader: PipelineReader, dependencies: GuardDependencies): PipelineGuard {
  const { db, collection: own } = reader.place.namespace
  const { rules } = reader
  const readings = new Map<string, CollectionReading | Refusal | undefined>()
  readings.set(own, { kind: 'reading', readFilter: rules.readFilter, hiding: rules })
  const readingOf = (collection: string) => {
    if (!readings.has(collection)) readings.set(collection, readOther(collection, reader, dependencies))
    return readings.get(collection)
  }
  return {
    readFilterOf(collection) {
      const reading = readingOf(collection)
      return reading?.kind === 'reading' ? reading.readFilter : undefined
    },
    visibilityOf(collection) {
      const reading = readingOf(collection)
      if (reading?.kind !== 'reading') return reading
      return visibilityOf(reading.hiding, protectedFields({ db, collection }, dependencies.db))
    },
  }
}

/** Undefined: nobody reads that collection by a pipeline, the root role neither. */
function readOther(
  collection: string,
  { place, caller }: PipelineReader,
  { db: defaultDb, tier, acl }: GuardDependencies,
): CollectionReading | Refusal | undefined {
  const { db } = place.namespace
  const isClosed = db === defaultDb && CLOSED.has(collection)
  if (isClosed || isInternalCollection({ db, collection }, defaultDb)) return undefined
  // The root role needs no permission, so it is not held up by an ACL that can't be known.
  if (caller.isRoot) return { kind: 'reading', readFilter: undefined, hiding: {} }
  const path = servedPathOf({ db, collection }, tier)
  if (path === undefined) return notYours(collection, 'no path of the service leads to it.')
  const judged = judgeAs({ method: 'GET', path }, acl.current(), caller)
  if (judged.kind === 'refuse') return notYours(collection, judged.detail)
  return { kind: 'reading', readFilter: judged.rules.readFilter, hiding: judged.rules }
}

const notYours = (collection: string, why: string): Refusal =>
  refuse('FORBIDDEN', `The aggregation reads the collection "${collection}" as well: ${why}`)
