import type { Document } from '@sluice/store'
import type { AppRules } from './domain/compile-app.ts'
import { type Draft, type DraftJoin, draftApp } from './domain/draft/draft-app.ts'
import { findJoinQuestions, type JoinQuestion } from './domain/draft/find-joins.ts'
import { type ObjectShape, shapeOfAll } from './domain/draft/shape.ts'
import type { Hidden } from './execution/document-reader.ts'
import type { DraftSource } from './ports/draft-source.ts'

type Dependencies = {
  source: DraftSource
  rules: AppRules
  hidden: Hidden
  /** Whether who asks may read all of a collection of the same database. */
  isReadable(collection: string): boolean
}
type DraftTarget = { db: string; collection: string }

const MAX_JOINED = 8

/** Drafts an app for a collection that apps may read, from what it and its neighbours hold. */
export async function draftCollection(
  { source, rules, hidden, isReadable }: Dependencies,
  { db, collection }: DraftTarget,
): Promise<Draft> {
  const shapeOf = async (name: string): Promise<ObjectShape> => {
    const namespace = { db, collection: name }
    return shapeOfAll((await source.sample(namespace, hidden(namespace))).map(withoutVersion))
  }
  const all = await source.collections(db)
  const readable = all.filter(name => rules.reach.faultOfCollection(db, name) === undefined && isReadable(name))
  const root = await shapeOf(collection)
  const shapes = new Map([[collection, root]])
  const joins: DraftJoin[] = []
  for (const question of findJoinQuestions(root, readable)) {
    const target = await findTarget(source, db, question)
    if (target === undefined || (shapes.size > MAX_JOINED && !shapes.has(target))) continue
    if (!shapes.has(target)) shapes.set(target, await shapeOf(target))
    joins.push({ field: question.field, inside: question.inside, collection: target })
  }
  const isProtected = (name: string, field: string) => rules.isProtected({ db, collection: name }, field)
  return draftApp({ db, collection, shapes, joins, isProtected })
}

/** The version of a document is the data service's own: nobody asks for it, or by it. */
const withoutVersion = ({ _etag: _, ...fields }: Document): Document => fields

/** The collection that has most of the values as ids, and at least half of them. */
async function findTarget(
  source: DraftSource,
  db: string,
  { collections, samples }: JoinQuestion,
): Promise<string | undefined> {
  let best: { collection: string; count: number } | undefined
  for (const collection of collections) {
    const count = await source.countIds({ db, collection }, samples)
    if (count * 2 >= samples.length && count > (best?.count ?? 0)) best = { collection, count }
  }
  return best?.collection
}
