import { type Refusal, refuse } from '@sluice/contracts'
import { readPathId } from '@sluice/documents'
import type { Operation, Route } from '@sluice/service-kit'
import { z } from 'zod'
import { APP_NAMING } from '../domain/app-identity.ts'

const BY_QUERY = '_id'

const idQuery = z.object({
  id: z
    .string()
    .optional()
    .meta({ description: 'Behind `/_id`: the `_id` of an app that no path can carry, as Extended JSON.' }),
})

/**
 * The same table, where `<base>/_id?id=<Extended JSON>` stands for an app whose `_id` no path can carry. Such an app can't
 * be made any more; one that is stored can be changed and deleted by its owner.
 */
export const namedByQuery = (routes: readonly Route[]): readonly Route[] =>
  routes.map(([method, path, operation]) => [method, path, path.includes('/:id') ? readingId(operation) : operation])

const readingId = (operation: Operation): Operation => ({
  ...operation,
  query: (operation.query ?? z.object({})).extend(idQuery.shape),
  errors: [...new Set([...(operation.errors ?? []), 'BAD_PATH', 'BAD_QUERY'] as const)],
  async handle(request) {
    const { params, query } = request
    if (params.id !== BY_QUERY) return query.has('id') ? refuseId() : operation.handle(request)
    const read = readPathId(params.id, query, APP_NAMING)
    if (read.kind === 'refuse') return read
    return operation.handle({ ...request, params: { ...params, id: String(read.id) } })
  },
})

function refuseId(): Refusal {
  const message = 'The path names an app already. Leave id out.'
  return refuse('BAD_QUERY', message, [{ path: 'id', message }])
}
