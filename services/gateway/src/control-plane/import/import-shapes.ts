import { errorCode, fieldError } from '@sluice/contracts'
import { z } from 'zod'

/** More are checked in several requests, each of up to 1 MiB. */
export const MAX_IMPORTED = 500

const documents = z.array(z.record(z.string(), z.unknown())).max(MAX_IMPORTED).default([])

/** What a service consists of that moves in, but for its documents. */
export const importBody = z
  .strictObject({
    'gql-apps': documents,
    acl: documents,
    users: documents,
    collections: z
      .array(z.string().min(1).max(200))
      .max(MAX_IMPORTED)
      .default([])
      .meta({ description: 'Names of collections; `<db>/<name>` in the dedicated tier.' }),
  })
  .meta({
    id: 'ImportCheckInput',
    examples: [
      { acl: [{ _id: 'read-flights', roles: ['reader'], predicate: "path('/flights')" }], collections: ['flights'] },
    ],
  })
export type ImportedParts = z.infer<typeof importBody>
export type ImportedKind = keyof ImportedParts

const importVerdict = z
  .object({
    kind: z.enum(['gql-apps', 'acl', 'users', 'collections']),
    index: z.int().min(0).meta({ description: 'Its place in the list that was sent.' }),
    id: z.string().nullable().meta({ description: 'Its `_id`, or name; null where it has none.' }),
    verdict: z.enum(['taken', 'warned', 'refused']),
    code: errorCode.optional(),
    detail: z.string().optional(),
    errors: z.array(fieldError).optional().meta({ description: 'What to change, by field.' }),
    warnings: z.array(fieldError).optional().meta({ description: 'What is taken, and means something else here.' }),
  })
  .meta({ id: 'ImportVerdict', examples: [{ kind: 'acl', index: 0, id: 'read-flights', verdict: 'taken' }] })
export type ImportVerdict = z.infer<typeof importVerdict>

const count = z.int().min(0)
/** What would become of each part. */
export const importAnswer = z
  .object({ taken: count, warned: count, refused: count, documents: z.array(importVerdict) })
  .meta({ id: 'ImportCheck' })
