import { z } from 'zod'

/** A document as it travels: the owner's fields, in Extended JSON where JSON has no such type. */
export const documentSchema = z
  .record(z.string(), z.unknown())
  .describe('A document. Types that JSON lacks are Extended JSON; dates are {"$date": <epoch ms>}.')

export const jsonModeParameter = z
  .enum(['standard', 'canonical', 'relaxed', 'shell'])
  .optional()
  .describe('How BSON types are written. Default `standard`.')

export const idTypeParameter = z
  .enum(['STRING_OID', 'STRING', 'OID', 'NUMBER'])
  .optional()
  .describe('How the id in the path is read. Default `STRING_OID`: 24 hexadecimal digits are an ObjectId.')

const checkEtagParameter = z.string().optional().describe('Makes the `If-Match` header mandatory.')

/** Query of the requests that write one document. */
export const writeQuery = z.object({
  id_type: idTypeParameter,
  checkEtag: checkEtagParameter,
  jsonMode: jsonModeParameter,
})

export const replaceQuery = writeQuery.extend({
  wm: z
    .enum(['update', 'insert', 'upsert'])
    .optional()
    .describe('What to do with an unknown id. Default `update`: 404. Needs `allowWriteMode`.'),
})

/** What may go wrong with a write of one document, whichever it is. */
export const writeErrors = [
  'BAD_PATH',
  'BAD_QUERY',
  'FORBIDDEN',
  'NOT_FOUND',
  'IF_MATCH_REQUIRED',
  'PRECONDITION_FAILED',
] as const

export const collectionSchema = z.object({
  _id: z.string().describe('The name of the collection'),
  _etag: z.object({ $oid: z.string() }).describe('Its version, for `If-Match`'),
})
