import { wireObjectId } from '@sluice/contracts'
import { dryRunQuery } from '@sluice/service-kit'
import { z } from 'zod'

/** A document as it travels: the owner's fields, in Extended JSON where JSON has no such type. */
export const documentSchema = z.record(z.string(), z.unknown()).meta({
  id: 'Document',
  examples: [{ _id: { $oid: '6b03e00a89fb6746dd7a3ad2' }, origin: 'SFO', destination: 'JFK', flights: 12 }],
  description: 'A document. Types that JSON lacks are Extended JSON; dates are {"$date": <epoch ms>}.',
})

/** The media types of documents: text where `jsonMode=shell` is asked for. */
export const DOCUMENT_TYPES = ['application/json', 'text/plain'] as const

export const jsonModeParameter = z
  .enum(['standard', 'canonical', 'relaxed', 'shell'])
  .optional()
  .describe('How BSON types are written. Default `standard`.')

export const idTypeParameter = z
  .enum(['STRING_OID', 'STRING', 'OID', 'NUMBER'])
  .optional()
  .describe(
    'How the id in the path is read. Default `STRING_OID`: 24 lower-case hexadecimal digits are an ObjectId. A number has one form: `7`, not `07` or `7.0`.',
  )

export const idParameter = z
  .string()
  .optional()
  .describe(
    'With `_id` as the last segment: which document is meant, its `_id` as canonical Extended JSON. For an id that no segment of a path can carry (a text with a slash, a date, `true`), and for no other.',
  )

export const checkEtagParameter = z.string().optional().describe('Makes the `If-Match` header mandatory.')

/** Query of the requests that write one document. */
export const writeQuery = z.object({
  id: idParameter,
  id_type: idTypeParameter,
  checkEtag: checkEtagParameter,
  jsonMode: jsonModeParameter,
  ...dryRunQuery.shape,
})

/** @param about what the request does without it */
export const writeModeParameter = (about: string) =>
  z
    .enum(['update', 'insert', 'upsert'])
    .optional()
    .describe(`What to do with ids that are there, and with others. ${about} Needs \`allowWriteMode\`.`)

/** The same for requests that change a document by default. */
export const changeQuery = writeQuery.extend({
  wm: writeModeParameter('Default `update`: an unknown id is 404.'),
})

/** The query of requests that make what is not there and leave what is. */
export const makeQuery = z.object({
  wm: z.literal('upsert').optional().describe('What the request does anyway. Needs `allowWriteMode`.'),
  ...dryRunQuery.shape,
})

/** What may go wrong with a write of one document, whichever it is. */
export const writeErrors = [
  'BAD_PATH',
  'BAD_REQUEST',
  'BAD_QUERY',
  'FORBIDDEN',
  'NOT_FOUND',
  // A unique value is there already; or the last owner would be gone.
  'CONFLICT',
  'IF_MATCH_REQUIRED',
  'PRECONDITION_FAILED',
] as const

const aggregationSchema = z.object({
  type: z.literal('pipeline'),
  uri: z.string().describe('Its name: GET /<collection>/_aggrs/<uri>'),
  stages: z
    .array(z.record(z.string(), z.unknown()))
    .describe('Stages of MongoDB; {"$var": "name"} stands for a value of avars'),
})

const properties = z.object({
  description: z.string().max(1000).optional(),
  aggrs: z.array(aggregationSchema).max(100).optional(),
  jsonSchema: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('JSON Schema that documents have to fit when they are written'),
})

/** What may be changed about a collection. */
export const propertiesSchema = properties.meta({
  id: 'CollectionProperties',
  examples: [{ description: 'Who flies where' }],
})

export const pageParameters = {
  page: z.int().min(1).default(1).optional(),
  pagesize: z.int().min(0).max(1000).default(100).optional(),
}

export const collectionSchema = properties
  .extend({
    _id: z.string().describe('The name of the collection'),
    _etag: wireObjectId.describe('Its version, for `If-Match`'),
  })
  .meta({
    id: 'Collection',
    examples: [{ _id: 'routes', _etag: { $oid: '6b03e00a89fb6746dd7a3ad2' }, description: 'Who flies where' }],
  })

export const filterParameter = z
  .array(z.string())
  .optional()
  .describe('Conditions, each a JSON object (MongoDB’s operators). All must hold.')

export const sortParameter = z
  .array(z.string())
  .optional()
  .describe('Each `field`, `-field`, or a JSON object of 1 and -1. Default `-_id`.')
