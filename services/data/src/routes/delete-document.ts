import { DOCUMENT_RULES } from '@sluice/contracts'
import { noContent, type Operation } from '@sluice/service-kit'
import { onCollection } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { guardOf } from '../guard-of.ts'
import { deleteDocument as remove } from '../writes/delete-document.ts'
import { findTarget } from '../writes/find-target.ts'
import { withDryRun } from '../writes/trial.ts'
import { writeErrors, writeQuery } from './schemas.ts'

/** `DELETE /<collection>/<id>` */
export const deleteDocument = (dependencies: DataDependencies): Operation => ({
  id: 'deleteDocument',
  tag: 'collections',
  summary: 'Delete a document',
  headers: ['If-Match', 'If-None-Match'],
  query: writeQuery.omit({ jsonMode: true }),
  answers: { 204: 'The document is gone' },
  errors: writeErrors,
  appliedRules: DOCUMENT_RULES,
  handle: onCollection(
    dependencies,
    withDryRun(async asked => {
      const target = findTarget(asked)
      if (target.kind === 'refuse') return target
      const refusal = await remove(target, await guardOf(asked, dependencies))
      return refusal ?? noContent()
    }),
  ),
})
