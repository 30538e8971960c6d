import { z } from 'zod'

const mapping = z.record(z.string(), z.unknown())

export const appLimits = z.strictObject({
  maxDepth: z.int().min(1).max(100).optional(),
  maxAliases: z.int().min(0).max(1000).optional(),
  maxTokens: z.int().min(1).max(100_000).optional(),
  maxDocuments: z.int().min(1).max(1_000_000).optional(),
  timeoutMs: z.int().min(1).max(60_000).optional(),
})

/** One document of `gql-apps` (spec 2.1). SDL and mappings are checked by the graphql-apps service at save. */
export const appDocument = z.strictObject({
  _id: z.unknown(),
  _etag: z.unknown().optional(),
  descriptor: z.strictObject({
    name: z.string().min(1).max(200),
    description: z.string().max(10_000).optional(),
    enabled: z.boolean().default(true),
    uri: z.string().min(1).max(200).optional(),
    introspection: z.boolean().optional(),
    limits: appLimits.optional(),
  }),
  schema: z.string().min(1),
  mappings: z.record(z.string(), mapping),
})
export type AppDocument = z.infer<typeof appDocument>
