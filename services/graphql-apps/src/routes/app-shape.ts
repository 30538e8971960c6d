import { wireDocumentId, wireObjectId } from '@sluice/contracts'
import { z } from 'zod'

/** Fields of a descriptor, of which a change may hold any. */
const descriptorFields = z
  .object({
    name: z.string().optional(),
    description: z.string().optional(),
    enabled: z.boolean().optional(),
    uri: z.string().optional().meta({ description: 'The endpoint is /graphql/<uri>. Default: the _id.' }),
    introspection: z.boolean().optional().meta({ description: 'Whether queries may read the schema. Default: true.' }),
    get: z.boolean().optional().meta({ description: 'Whether queries may come by GET. Default: false.' }),
    httpBatching: z
      .boolean()
      .optional()
      .meta({ description: 'Whether an array of requests is taken. Default: false.' }),
    documents: z
      .enum(['any', 'trusted'])
      .optional()
      .meta({ description: 'trusted: only the documents of /gql-apps/<id>/documents run. Default: any.' }),
    access: z.enum(['endpoint', 'collections']).optional().meta({
      description: 'collections: each collection is judged as well, as a request to it would be. Default: endpoint.',
    }),
    limits: z
      .object({
        maxDepth: z.int().optional(),
        maxAliases: z.int().optional(),
        maxTokens: z.int().optional(),
        maxDocuments: z.int().optional(),
        timeoutMs: z.int().optional(),
      })
      .optional(),
  })
  .meta({ id: 'AppSettings' })
const descriptor = descriptorFields.and(z.object({ name: z.string() })).meta({ id: 'AppDescriptor' })

const AIRPORTS = 'airports'
/** A collection of the demo, as examples name it. */
export const exampleCollection = { db: 'sluice', collection: AIRPORTS }

/** An app with one query, for the description of the API. */
const exampleApp = {
  descriptor: { name: 'Flights', enabled: true },
  schema: 'type Query { airport(iata: ID!): Airport } type Airport { city: String }',
  mappings: { Query: { airport: { ...exampleCollection, find: { _id: { $arg: 'iata' } } } } },
}

const appFields = {
  descriptor,
  schema: z.string().meta({ description: 'GraphQL SDL.' }),
  mappings: z.record(z.string(), z.record(z.string(), z.unknown())),
}

/** An app that is not saved yet. */
export const draftedApp = z.object(appFields).meta({ id: 'DraftedApp', examples: [exampleApp] })

/** An app as it is sent, for the description of the API; without a descriptor or a name it is called by its `_id`. */
export const sentApp = draftedApp
  .and(z.object({ _id: wireDocumentId.optional().meta({ description: 'Made when it is left out.' }) }))
  .meta({ id: 'AppInput' })

/** What a change of an app may hold. */
export const appChange = z
  .object({ ...appFields, descriptor: descriptorFields })
  .partial()
  .meta({ id: 'AppChangeInput' })

/** An app as it is answered. */
export const shownApp = draftedApp
  .and(
    z
      .object({ _id: wireDocumentId, _etag: wireObjectId.optional() })
      .meta({ examples: [{ _id: 'flights', _etag: { $oid: '6b03e00a89fb6746dd7a3ad2' } }] }),
  )
  .meta({ id: 'App' })
