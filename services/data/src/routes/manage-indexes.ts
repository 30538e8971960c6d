import { type Refusal, refuse } from '@sluice/contracts'
import { checkFilter } from '@sluice/documents'
import { created, noContent, type Operation, ok, parseBody } from '@sluice/service-kit'
import type { IndexDescription } from '@sluice/store'
import { z } from 'zod'
import { onExistingCollection } from '../collection-request.ts'
import type { Dependencies } from '../dependencies.ts'
import { checkManagement } from '../domain/management.ts'
import type { Place } from '../domain/place.ts'

const indexKeys = z
  .record(
    z.string().min(1),
    z.union([z.literal(1), z.literal(-1)], 'It is 1 or -1.'),
    'It is an object of fields, each with 1 or -1.',
  )
  .refine(keys => Object.keys(keys).length > 0, { message: 'Name at least one field.' })

const SECONDS = 'It is a whole number of seconds from 0 to 2147483647.'

const indexBody = z.strictObject({
  keys: indexKeys,
  ops: z
    .strictObject(
      {
        unique: z.boolean('It is true or false.').optional(),
        expireAfterSeconds: z.int(SECONDS).min(0, SECONDS).max(2_147_483_647, SECONDS).optional(),
        partialFilterExpression: z.record(z.string(), z.unknown(), 'It is a filter.').optional(),
      },
      'It is an object of options.',
    )
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
  handle: onExistingCollection(dependencies, async ({ collection, place, rules, visibility, request }) => {
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules })
    if (fault) return fault
    const name = request.params.name ?? ''
    const { keys, ops } = parseBody(indexBody, request)
    const badOption = checkExpiry(ops, place) ?? checkFilter(ops.partialFilterExpression ?? {}, visibility)
    if (badOption) return badOption
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

/** What a store removes by itself no process hears of: a user who is gone would go on signing in. */
function checkExpiry(
  { expireAfterSeconds }: { expireAfterSeconds?: number },
  { kind, path }: Place,
): Refusal | undefined {
  if (kind === 'open' || expireAfterSeconds === undefined) return undefined
  const message = `Documents of ${path} can not expire: everybody has to hear of a change. Delete them instead.`
  return refuse('VALIDATION_FAILED', message, [{ path: 'ops.expireAfterSeconds', message }])
}

const otherIndex = (name: string): Refusal =>
  refuse('CONFLICT', `There is another index "${name}" with other keys. Remove it first, or choose another name.`)
