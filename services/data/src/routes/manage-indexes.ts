import { type Refusal, refuse } from '@sluice/contracts'
import { checkFilter, formatDocument, isDocument, parseDocumentJson, type Visibility } from '@sluice/documents'
import { created, noContent, type Operation, ok, parseBody } from '@sluice/service-kit'
import { type Collection, type Document, type IndexDescription, UnsupportedByStoreError } from '@sluice/store'
import { z } from 'zod'
import { onExistingCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { checkManagement } from '../domain/management.ts'
import type { DataPath } from '../domain/place.ts'

const indexKeys = z
  .record(
    z.string().min(1),
    z.union(
      [z.literal(1), z.literal(-1)],
      'It is 1 or -1; text, 2d, 2dsphere, hashed and other kinds of indexes are not supported.',
    ),
    'It is an object of fields, each with 1 or -1.',
  )
  .refine(keys => Object.keys(keys).length > 0, { message: 'Name at least one field.' })

const SECONDS = 'It is a whole number of seconds from 0 to 2147483647.'

/** In MongoDB's words. */
const collation = z.strictObject(
  {
    locale: z.string('It is the name of a locale, such as "en".'),
    caseLevel: z.boolean().optional(),
    caseFirst: z.enum(['upper', 'lower', 'off']).optional(),
    strength: z.int().min(1).max(5).optional(),
    numericOrdering: z.boolean().optional(),
    alternate: z.enum(['non-ignorable', 'shifted']).optional(),
    maxVariable: z.enum(['punct', 'space']).optional(),
    backwards: z.boolean().optional(),
    normalization: z.boolean().optional(),
  },
  'It is an object with a locale.',
)

const indexBody = z.strictObject({
  keys: indexKeys,
  ops: z
    .strictObject(
      {
        unique: z.boolean('It is true or false.').optional(),
        sparse: z.boolean('It is true or false.').optional(),
        expireAfterSeconds: z.int(SECONDS).min(0, SECONDS).max(2_147_483_647, SECONDS).optional(),
        partialFilterExpression: z.record(z.string(), z.unknown(), 'It is a filter.').optional(),
        collation: collation.optional(),
      },
      'It is an object of options.',
    )
    .default({}),
})

const indexSchema = z
  .object({
    _id: z.string(),
    key: z.record(z.string(), z.union([z.literal(1), z.literal(-1)])),
    unique: z.boolean().optional(),
    sparse: z.boolean().optional(),
    expireAfterSeconds: z.int().optional(),
    partialFilterExpression: z.record(z.string(), z.unknown()).optional(),
    collation: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'Index' })

const describeIndex = ({ name, keys, unique, partialFilterExpression: filter, ...options }: IndexDescription) => ({
  _id: name,
  key: keys,
  ...(unique ? { unique } : {}),
  ...options,
  ...(filter ? { partialFilterExpression: JSON.parse(formatDocument(filter)) } : {}),
})

/** `GET /<collection>/_indexes` */
export const listIndexes = (dependencies: DataDependencies): Operation => ({
  id: 'listIndexes',
  tag: 'collections',
  summary: 'List the indexes of a collection',
  answers: { 200: z.array(indexSchema) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  handle: onExistingCollection(dependencies, async ({ collection, rules, request }) => {
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules })
    return fault ?? ok((await collection.listIndexes()).map(describeIndex))
  }),
})

/** `PUT /<collection>/_indexes/<name>`: makes an index; 200 where it is there already. */
export const createIndex = (dependencies: DataDependencies): Operation => ({
  id: 'createIndex',
  tag: 'collections',
  summary: 'Create an index',
  // No key and no filter of an index reaches what is hidden; of the documents that it looks at none can be left out.
  appliedRules: ['projectResponse'],
  body: indexBody,
  answers: { 200: indexSchema.describe('It was there already'), 201: indexSchema.describe('It is new') },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'BAD_FILTER', 'FORBIDDEN', 'FIELD_HIDDEN', 'NOT_FOUND', 'CONFLICT'],
  handle: onExistingCollection(dependencies, async ({ collection, place, rules, visibility, request }) => {
    const fault = checkManagement({ isRoot: request.caller.isRoot, rules })
    if (fault) return fault
    const { name = '' } = request.params
    const { keys, ops } = parseBody(indexBody, request)
    const unfit = checkExpiry(ops, place) ?? checkHiddenKeys(keys, visibility)
    const filter = unfit ?? readPartialFilter(ops.partialFilterExpression, visibility)
    if (filter.kind === 'refuse') return filter
    const before = await collection.listIndexes()
    const known = before.find(index => index.name === name)
    if (known && JSON.stringify(known.keys) !== JSON.stringify(keys)) return otherIndex(name)
    const made = await makeIndex(collection, keys, { name, ...ops, partialFilterExpression: filter.value })
    if (typeof made !== 'string') return made
    const body = await describeMade(collection, made, keys)
    return before.some(each => each.name === made) ? ok(body) : created(body)
  }),
})

async function describeMade(collection: Collection, name: string, keys: object): Promise<object> {
  const index = (await collection.listIndexes()).find(each => each.name === name)
  return index ? describeIndex(index) : { _id: name, key: keys }
}

/** `DELETE /<collection>/_indexes/<name>` */
export const deleteIndex = (dependencies: DataDependencies): Operation => ({
  id: 'deleteIndex',
  tag: 'collections',
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

/** Nobody indexes what is hidden from him: each 409 of a unique index would tell of a value that is there. */
const checkHiddenKeys = (keys: object, visibility: Visibility): Refusal | undefined =>
  checkFilter(Object.fromEntries(Object.keys(keys).map(key => [key, null])), visibility)

/** Extended JSON, as in every filter. */
function readPartialFilter(
  given: object | undefined,
  visibility: Visibility,
): { kind: 'filter'; value: Document } | Refusal {
  if (given === undefined) return { kind: 'filter', value: {} }
  const parsed = parseDocumentJson(JSON.stringify(given))
  if (parsed.kind === 'refuse') return badOption('partialFilterExpression', parsed.detail)
  if (!isDocument(parsed.value)) return badOption('partialFilterExpression', 'It is a filter.')
  return checkFilter(parsed.value, visibility) ?? { kind: 'filter', value: parsed.value }
}

/** @returns the name of the index that there is now */
async function makeIndex(...[collection, keys, options]: MakeIndex): Promise<string | Refusal> {
  try {
    return await collection.createIndex(keys, options)
  } catch (error) {
    if (!(error instanceof UnsupportedByStoreError) || !options?.collation) throw error
    return badOption(
      'collation',
      `${error.message} Leave it out, or keep a field beside it that holds the text to compare.`,
    )
  }
}

type MakeIndex = [collection: Collection, ...index: Parameters<Collection['createIndex']>]

const badOption = (name: string, message: string): Refusal =>
  refuse('VALIDATION_FAILED', message, [{ path: `ops.${name}`, message }])

/** What a store removes by itself no process hears of: a user who is gone would go on signing in. */
function checkExpiry(
  { expireAfterSeconds }: { expireAfterSeconds?: number },
  { kind, path }: DataPath,
): Refusal | undefined {
  if (kind === 'open' || expireAfterSeconds === undefined) return undefined
  const message = `Documents of ${path} can not expire: everybody has to hear of a change. Delete them instead.`
  return refuse('VALIDATION_FAILED', message, [{ path: 'ops.expireAfterSeconds', message }])
}

const otherIndex = (name: string): Refusal =>
  refuse('CONFLICT', `There is another index "${name}" with other keys. Remove it first, or choose another name.`)
