import { DOCUMENT_RULES } from '@sluice/contracts'
import type { Operation } from '@sluice/service-kit'
import { z } from 'zod'
import { onExistingCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { checkBulk } from '../domain/management.ts'
import { answerMany, findMany, manyResultSchema, writeMany } from '../writes/write-many.ts'
import { filterParameter } from './schemas.ts'

/** `DELETE /<collection>/*?filter=`: removes every document that the filter names. */
export const deleteMany = (dependencies: DataDependencies): Operation => ({
  id: 'deleteMany',
  tag: 'collections',
  summary: 'Delete all documents that a filter names',
  query: z.object({ filter: filterParameter }),
  answers: { 200: manyResultSchema },
  errors: ['BAD_FILTER', 'BAD_QUERY', 'BAD_REQUEST', 'FORBIDDEN', 'FIELD_HIDDEN', 'NOT_FOUND', 'METHOD_NOT_ALLOWED'],
  appliedRules: DOCUMENT_RULES,
  handle: onExistingCollection(dependencies, async asked => {
    const { request, rules, collection } = asked
    const forbidden = checkBulk('allowBulkDelete', { isRoot: request.caller.isRoot, rules })
    if (forbidden) return forbidden
    const many = findMany(asked)
    if (many.kind === 'refuse') return many
    const result = await writeMany(many.filter, asked, async ({ filter }) => ({
      deleted: await collection.deleteMany(filter),
    }))
    return answerMany(result)
  }),
})
