import { type Refusal, refuse } from '@sluice/contracts'
import { checkFilter } from '@sluice/documents'
import { created, noContent, type Operation, ok, parseBody } from '@sluice/service-kit'
import type { IndexDescription } from '@sluice/store'
import { z } from 'zod'
import { onExistingCollection } from '../collection-request.ts'
import type { Dependencies } from '../dependencies.ts'
import { checkManagement } from '../domain/management.ts'

const indexKeys = z
  .record(z.string().min(1), z.union([z.literal(1), z.literal(-1)]))
  .refine(keys => Object.keys(keys).length > 0, { message: 'Name at least one field.' })

const indexBody = z.strictObject({
  keys: indexKeys,
  ops: z
    .strictObject({
      unique: z.boolean().optional(),
      expireAfterSeconds: z.int().min(0).max(2_147_483_647).optional(),
      partialFilterExpression: z.record(z.string(), z.unknown()).optional(),
    })
    .default({}),
})

const indexSchema = z.object({
  _id: z.string(),
  key: z.record(z.string(), z.union([z.literal(1), z.literal(-1)])),
  unique: z.boolean().optional(),
  expireAfterSeconds: z.int().optional(),
})

const describeIndex = ({ name, keys, unique, expireAfterSeconds }: IndexDescription) => ({
  _id: name,
  key: keys,
  ...(unique ? { unique } : {}),
  ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }),
})

/** `GET /<collection>/_indexes` */
export const listIndexes = (dependencies: Dependencies): Operation => ({
  summary: 'List the indexes of a collection',
  answers: { 200: z.array(indexSchema) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  handle: onExistingCollection(dependencies, async ({ collection, rules, request }) => {
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules })
    return fault ?? ok((await collection.listIndexes()).map(describeIndex))
  }),
})

/** `PUT /<collection>/_indexes/<name>`: makes an index; 200 where it is there already. */
export const createIndex = (dependencies: Dependencies): Operation => ({
  summary: 'Create an index',
  body: indexBody,
  answers: { 200: indexSchema.describe('It was there already'), 201: indexSchema.describe('It is new') },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'BAD_FILTER', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  handle: onExistingCollection(dependencies, async ({ collection, rules, visibility, request }) => {
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules })
    if (fault) return fault
    const name = request.params.name ?? ''
    const { keys, ops } = parseBody(indexBody, request)
    const badFilter = checkFilter(ops.partialFilterExpression ?? {}, visibility)
    if (badFilter) return badFilter
    const before = (await collection.listIndexes()).find(index => index.name === name)
    if (before && JSON.stringify(before.keys) !== JSON.stringify(keys)) return otherIndex(name)
    await collection.createIndex(keys, { name, ...ops })
    const made = (await collection.listIndexes()).find(index => index.name === name)
    const body = made ? describeIndex(made) : { _id: name, key: keys }
    return before ? ok(body) : created(body)
  }),
})

/** `DELETE /<collection>/_indexes/<name>` */
export const deleteIndex = (dependencies: Dependencies): Operation => ({
  summary: 'Remove an index',
  answers: { 204: 'The index is gone' },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  handle: onExistingCollection(dependencies, async ({ collection, place, rules, request }) => {
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules })
    if (fault) return fault
    const name = request.params.name ?? ''
    if (await collection.dropIndex(name)) return noContent()
    return refuse('NOT_FOUND', `There is no index "${name}" in ${place.path}.`)
  }),
})

const otherIndex = (name: string): Refusal =>
  refuse('CONFLICT', `There is another index "${name}" with other keys. Remove it first, or choose another name.`)
