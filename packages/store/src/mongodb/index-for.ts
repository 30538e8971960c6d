import { isDocument } from '../matching/values/value.ts'
import type { Document, FindOptions } from '../port.ts'
import { DEFAULT_MAX_TIME_MS, type DriverRoute } from './route.ts'

type IndexQuestion = { filter: Document; options: Pick<FindOptions, 'sort' | 'skip' | 'limit'> }

/** @returns the name of the index that the server's plan begins with */
export async function indexFor(
  { collection }: DriverRoute,
  { filter, options }: IndexQuestion,
): Promise<string | undefined> {
  const { sort, skip, limit } = options
  const find = {
    find: collection.collectionName,
    filter,
    ...(sort && { sort }),
    ...(skip && { skip }),
    ...(limit && { limit }),
  }
  const explain = { explain: find, verbosity: 'queryPlanner', maxTimeMS: DEFAULT_MAX_TIME_MS }
  return findIndexName(await collection.db.command(explain), 0)
}

const MAX_DEPTH = 50

/** Servers nest the stages of a plan in several ways; only one that reads an index names it. */
function findIndexName(value: unknown, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return undefined
  const inner = Array.isArray(value) ? value : isDocument(value) ? PLAN_FIELDS.map(field => value[field]) : []
  if (isDocument(value)) {
    if (typeof value.indexName === 'string') return value.indexName
    if (value.stage === 'IDHACK') return '_id_'
  }
  for (const each of inner) {
    const found = findIndexName(each, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** The fields in which plans stand, the rejected ones left out. */
const PLAN_FIELDS = ['queryPlanner', 'winningPlan', 'queryPlan', 'inputStage', 'inputStages', 'shards']
