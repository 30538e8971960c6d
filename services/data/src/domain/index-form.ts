import { type FieldError, type Refusal, refuseFields } from '@sluice/contracts'
import { formatDocument } from '@sluice/documents'
import type { IndexDescription } from '@sluice/store'
import { z } from 'zod'

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

const indexOptions = z.strictObject(
  {
    unique: z.boolean('It is true or false.').optional(),
    sparse: z.boolean('It is true or false.').optional(),
    expireAfterSeconds: z.int(SECONDS).min(0, SECONDS).max(2_147_483_647, SECONDS).optional(),
    partialFilterExpression: z.record(z.string(), z.unknown(), 'It is a filter.').optional(),
    collation: collation.optional(),
  },
  'It is an object of options.',
)

const TOLD_BESIDE = {
  description: 'This and the fields behind it: what `keys` and `ops` say, once more. Sent back it says nothing.',
}

/** An index as it is told: sent back as it is, it makes the same one. */
export const indexSchema = z
  .object({
    _id: z.string(),
    keys: z.record(z.string(), z.union([z.literal(1), z.literal(-1)])),
    ops: indexOptions,
    key: z.record(z.string(), z.union([z.literal(1), z.literal(-1)])).meta(TOLD_BESIDE),
    unique: z.boolean().optional(),
    sparse: z.boolean().optional(),
    expireAfterSeconds: z.int().optional(),
    partialFilterExpression: z.record(z.string(), z.unknown()).optional(),
    collation: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'Index', examples: [{ _id: 'origin_1', keys: { origin: 1 }, ops: {}, key: { origin: 1 } }] })

export const indexBody = z
  .strictObject({
    keys: indexKeys,
    ops: indexOptions.default({}),
    ...z.object({ _id: z.unknown(), key: z.unknown(), unique: z.unknown() }).partial().shape,
    ...z.object({ sparse: z.unknown(), expireAfterSeconds: z.unknown() }).partial().shape,
    ...z.object({ partialFilterExpression: z.unknown(), collation: z.unknown() }).partial().shape,
  })
  .meta({ id: 'IndexDefinition' })
type IndexBody = z.infer<typeof indexBody>

/** Finds what a body tells beside `keys` and `ops` that does not agree with these, or with the path. */
export function findDisagreement(name: string, { keys, ops, _id, key, ...told }: IndexBody): Refusal | undefined {
  const options: Readonly<Record<string, unknown>> = ops
  const own: [string, unknown, unknown][] = [
    ['_id', _id, name],
    ['key', key, keys],
    ...Object.entries(told).map(([option, value]): [string, unknown, unknown] => [option, value, options[option]]),
  ]
  const others: FieldError[] = own
    .filter(([, value, meant]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(meant))
    .map(([path]) => ({ path, message: path === '_id' ? OTHER_NAME : OTHER_VALUE }))
  return others.length > 0 ? refuseFields(others) : undefined
}

const OTHER_NAME = 'It is not the name in the path. Leave it out.'
const OTHER_VALUE = 'It is not what keys and ops say. Leave it out: these two are what counts.'

/** An index that there is, or that would be made. */
type ToldIndex = Omit<IndexDescription, 'sparse'> & { sparse?: boolean | undefined }

export function describeIndex({ name, keys, ...options }: ToldIndex): z.infer<typeof indexSchema> {
  const ops = describeOptions(options)
  return { _id: name, keys: { ...keys }, ops, key: { ...keys }, ...ops }
}

/** Options as they were chosen: what is so anyway, and what a server tells beyond it, is left out. */
function describeOptions(told: Omit<ToldIndex, 'name' | 'keys'>): z.infer<typeof indexOptions> {
  const { unique, sparse, expireAfterSeconds, partialFilterExpression: filter = {}, collation: order } = told
  return indexOptions.parse({
    ...(unique && { unique }),
    ...(sparse && { sparse }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
    ...(Object.keys(filter).length > 0 && { partialFilterExpression: JSON.parse(formatDocument(filter)) }),
    ...(order && { collation: z.object(collation.shape).parse(order) }),
  })
}
