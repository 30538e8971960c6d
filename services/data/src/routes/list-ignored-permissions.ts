import { checkPermission } from '@sluice/access'
import { DOCUMENT_RULES, type FieldError, fieldError, wireDocumentId } from '@sluice/contracts'
import { applyReadRules, formatDocument, planProjection, reachesHidden, readPage } from '@sluice/documents'
import { bytes, type Operation } from '@sluice/service-kit'
import { z } from 'zod'
import { onAcl } from '../collection-request.ts'
import type { DataDependencies } from '../dependencies.ts'
import { DOCUMENT_TYPES, jsonModeParameter, pageParameters } from './schemas.ts'

const ignoredPermissions = z.array(
  z
    .object({ _id: wireDocumentId, errors: z.array(fieldError).describe('Why it is none, field by field') })
    .meta({ id: 'IgnoredPermission' }),
)

/** More faults of one document than these help nobody. */
const MAX_ERRORS = 50

type IgnoredPermission = { _id?: unknown; errors: readonly FieldError[] }

/** `GET /acl/ignored`: documents of `acl` that are no valid permissions, so that every gateway leaves them out. */
export const listIgnoredPermissions = (dependencies: DataDependencies): Operation => ({
  id: 'listIgnoredPermissions',
  tag: 'permissions',
  summary: 'List the stored permissions that are ignored, and why',
  query: z.object({ ...pageParameters, jsonMode: jsonModeParameter }),
  answerHeaders: ['X-Total-Count'],
  answerTypes: DOCUMENT_TYPES,
  answers: { 200: ignoredPermissions },
  errors: ['BAD_QUERY', 'FORBIDDEN'],
  examples: {
    answers: {
      200: [{ _id: 'crew', errors: [{ path: 'predicate', message: 'line 1, column 6: …', line: 1, column: 6 }] }],
    },
  },
  appliedRules: DOCUMENT_RULES,
  handle: onAcl(dependencies, async ({ request, collection, rules, visibility, mode: { mode, mediaType } }) => {
    const page = readPage(request.query)
    if (page.kind === 'refuse') return page
    const shown: IgnoredPermission[] = []
    let total = 0
    for await (const batch of collection.scan(applyReadRules({}, rules), { sort: { _id: 1 }, linearizable: true })) {
      for (const document of batch) {
        const checked = checkPermission(document)
        if (checked.kind === 'valid') continue
        total += 1
        const isShown = total > page.skip && shown.length < page.limit
        if (!isShown) continue
        // A message may repeat what stands in its field.
        const errors = checked.errors.filter(({ path }) => !reachesHidden(path, visibility)).slice(0, MAX_ERRORS)
        shown.push({ ...planProjection(undefined, visibility).shape({ _id: document._id }), errors })
      }
    }
    return bytes(formatDocument(shown, mode), mediaType, { headers: { 'X-Total-Count': String(total) } })
  }),
})
