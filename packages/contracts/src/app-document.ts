import { z } from 'zod'

const fieldMappings = z.record(z.string(), z.unknown())

const appLimits = z.strictObject({
  maxDepth: z.int().min(1).max(100).optional(),
  maxAliases: z.int().min(0).max(1000).optional(),
  maxTokens: z.int().min(1).max(100_000).optional(),
  maxDocuments: z.int().min(1).max(1_000_000).optional(),
  timeoutMs: z.int().min(1).max(60_000).optional(),
})

const RESERVED = /[\s/\\?#%\p{Cc}]/u

/** One or more segments, without a leading slash: what stands behind `/graphql/`. */
const appUri = z
  .string()
  .transform(text => text.replace(/^\//, ''))
  .pipe(
    z
      .string()
      .min(1)
      .max(200)
      .refine(
        uri => uri.split('/').every(part => part !== '' && part !== '.' && part !== '..' && !RESERVED.test(part)),
        {
          message: 'A uri is segments joined by "/", without empty ones, dots alone, blanks, \\, ?, # or %.',
        },
      ),
  )

/** One document of `gql-apps` (docs/reference/mappings.md#the-app-document). SDL and mappings are checked by the graphql-apps service at save. */
export const appDocument = z.strictObject({
  _id: z.unknown(),
  _etag: z.unknown().optional(),
  descriptor: z.strictObject({
    name: z.string().min(1).max(200),
    description: z.string().max(10_000).optional(),
    enabled: z.boolean().default(true),
    /** Without one the app is served under its `_id`. */
    uri: appUri.optional(),
    introspection: z.boolean().optional(),
    /** Queries may come by GET. */
    get: z.boolean().optional(),
    /** `false` keeps the app from the tools of assistants. */
    mcp: z.boolean().optional(),
    /** Several requests may come as one JSON array. */
    httpBatching: z.boolean().optional(),
    /** `trusted`: only documents that were registered run. */
    documents: z.enum(['any', 'trusted']).optional(),
    /** Whether each collection is judged as well, as the caller's own request to it would be. */
    access: z.enum(['endpoint', 'collections']).optional(),
    limits: appLimits.optional(),
  }),
  schema: z.string().min(1).max(500_000),
  mappings: z.record(z.string(), fieldMappings),
})
export type AppDocument = z.infer<typeof appDocument>
