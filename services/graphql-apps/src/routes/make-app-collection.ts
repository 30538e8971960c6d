import { refuse, refuseManagement } from '@sluice/contracts'
import { isDocument, parseDocumentJson, readWriteMode } from '@sluice/documents'
import { dryRunQuery, type Operation } from '@sluice/service-kit'
import { z } from 'zod'
import { openAccess } from '../domain/app-access.ts'

/** `PUT /gql-apps`: the collection of apps is there from the start, so that a script which makes it first goes on. */
export const makeAppCollection = (): Operation => ({
  id: 'makeAppCollection',
  tag: 'apps',
  summary: 'Says that the collection of apps is there',
  query: dryRunQuery.extend({ wm: z.literal('upsert').optional() }),
  answers: { 200: 'It is there' },
  errors: ['FORBIDDEN', 'VALIDATION_FAILED'],
  async handle({ query, caller, rawBody }) {
    const { isRoot } = caller
    const { rules } = openAccess(caller)
    if (!isRoot && rules.allowManagementRequests !== true) return refuseManagement()
    const mode = readWriteMode(query, { isRoot, rules, byDefault: 'upsert', possible: ['upsert'] })
    if (mode.kind === 'refuse') return mode
    return isEmpty(rawBody)
      ? { kind: 'answer', status: 200 }
      : refuse('VALIDATION_FAILED', 'The collection of apps has no properties to set. Send an empty body.')
  },
})

function isEmpty(rawBody: Uint8Array): boolean {
  if (rawBody.length === 0) return true
  const parsed = parseDocumentJson(rawBody)
  return parsed.kind === 'parsed' && isDocument(parsed.value) && Object.keys(parsed.value).length === 0
}
