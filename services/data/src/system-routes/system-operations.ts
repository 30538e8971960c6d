import { dryRunQuery, type Operation } from '@sluice/service-kit'
import { z } from 'zod'
import type { DataDependencies } from '../dependencies.ts'
import { createDocuments } from '../routes/create-documents.ts'
import { deleteDocument } from '../routes/delete-document.ts'
import { getDocument } from '../routes/get-document.ts'
import { listDocuments } from '../routes/list-documents.ts'
import { patchDocument } from '../routes/patch-document.ts'
import { replaceDocument } from '../routes/replace-document.ts'
import { bulkResultSchema, MAX_ONE_BY_ONE } from '../writes/create-many.ts'

/** What the documents of a collection of the service's own are like. */
export type SystemCollection = {
  tag: Operation['tag']
  answered: z.ZodType
  sent: z.ZodType
  /** A change as an example. */
  change: object
}

/** An operation but for its name and its words. */
type NamelessOperation = Omit<Operation, 'id' | 'summary'>

/** What the owner's collections need, whose values and ids are of all types; it is taken here too. */
const LEFT_OUT: ReadonlySet<string> = new Set(['jsonMode', 'id_type', 'checkEtag', 'hint'])

/** Second segments of a path that mean something else than a document. */
const params = z.object({ id: z.string().meta({ not: { enum: ['_size', '_meta', '_indexes', '*'] } }) })

/** A route of all collections as it is described for one of the service's own, which it serves with this very handler. */
function asSystem(operation: Operation, { tag }: SystemCollection, told: Partial<Operation>): NamelessOperation {
  const { examples: _, answerTypes: __, query, ...whole } = operation
  const shown = Object.entries(query?.shape ?? {}).filter(([name]) => !LEFT_OUT.has(name))
  return { ...whole, tag, query: z.object(Object.fromEntries(shown)), ...told }
}

export function listSystem(dependencies: DataDependencies, collection: SystemCollection): NamelessOperation {
  const operation = listDocuments(dependencies)
  // These collections can't be missing.
  const errors = operation.errors?.filter(code => code !== 'NOT_FOUND')
  return asSystem(operation, collection, { answers: { 200: z.array(collection.answered) }, ...(errors && { errors }) })
}

export function createSystem(dependencies: DataDependencies, collection: SystemCollection): NamelessOperation {
  const { answered, sent } = collection
  return asSystem(createDocuments(dependencies), collection, {
    query: dryRunQuery,
    headers: [],
    body: z.union([sent, z.array(sent).min(1).max(MAX_ONE_BY_ONE)]),
    answers: { 200: z.union([answered, bulkResultSchema]), 201: answered, 207: bulkResultSchema },
  })
}

export const showSystem = (dependencies: DataDependencies, collection: SystemCollection): NamelessOperation =>
  asSystem(getDocument(dependencies), collection, {
    params,
    answers: { 200: collection.answered, 304: 'Not changed since the version of If-None-Match' },
  })

export const replaceSystem = (dependencies: DataDependencies, collection: SystemCollection): NamelessOperation =>
  asSystem(replaceDocument(dependencies), collection, {
    params,
    body: collection.sent,
    answers: { 200: collection.answered, 201: collection.answered },
  })

export const patchSystem = (dependencies: DataDependencies, collection: SystemCollection): NamelessOperation =>
  asSystem(patchDocument(dependencies), collection, {
    params,
    examples: { body: collection.change },
    answers: { 200: collection.answered, 201: collection.answered },
  })

export const deleteSystem = (dependencies: DataDependencies, collection: SystemCollection): NamelessOperation =>
  asSystem(deleteDocument(dependencies), collection, { params, answers: { 204: 'Deleted' } })
