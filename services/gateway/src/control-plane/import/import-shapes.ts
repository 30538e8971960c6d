import { errorCode, fieldError } from '@sluice/contracts'
import { z } from 'zod'

/** More are checked in several requests, each of up to 1 MiB. */
export const MAX_IMPORTED = 500

const documents = z.array(z.record(z.string(), z.unknown())).optional()

/** What a service consists of that moves in, but for its documents. */
export const importBody = z
  .strictObject({
    'gql-apps': documents,
    acl: documents,
    users: documents,
    collections: z
      .array(z.string().max(200))
      .optional()
      .meta({ description: 'Names; `<db>/<name>` in the dedicated tier.' }),
  })
  .meta({ id: 'ImportInput', examples: [{ collections: ['flights'] }] })
export type ImportedParts = z.infer<typeof importBody>
export type ImportedKind = keyof ImportedParts

const importVerdict = z.object({
  kind: z.enum(['gql-apps', 'acl', 'users', 'collections']),
  index: z.int(),
  id: z.string().nullable(),
  verdict: z.enum(['taken', 'warned', 'refused']),
  code: errorCode.optional(),
  detail: z.string().optional(),
  errors: z.array(fieldError).optional(),
  warnings: z.array(fieldError).optional(),
})
export type ImportVerdict = z.infer<typeof importVerdict>

const count = z.int()
/** What would become of each part. `warned`: it is taken, and something of it has no effect here, or another one. */
export const importAnswer = z
  .object({ taken: count, warned: count, refused: count, documents: z.array(importVerdict) })
  .meta({
    id: 'ImportCheck',
    examples: [
      {
        taken: 1,
        warned: 0,
        refused: 0,
        documents: [{ kind: 'collections', index: 0, id: 'flights', verdict: 'taken' }],
      },
    ],
  })
