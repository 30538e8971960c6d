import { type FieldError, refuse, refuseFields } from '@sluice/contracts'
import { type Operation, ok, parseBody } from '@sluice/service-kit'
import { z } from 'zod'
import type { AppRules } from '../domain/compile-app.ts'
import { draftCollection } from '../draft-collection.ts'
import type { Hidden } from '../execution/document-reader.ts'
import type { AuthorJudge } from '../judge-author.ts'
import type { DraftSource } from '../ports/draft-source.ts'
import { draftedApp, exampleCollection } from './app-shape.ts'

type Dependencies = { draftSource: DraftSource; rules: AppRules; author: AuthorJudge; hidden: Hidden }

const draftBody = z.object({
  db: z.string().min(1),
  collection: z.string().min(1),
})

/**
 * `POST /gql-apps/draft`: an app for a collection, to begin with. Nothing is saved. It looks at documents of other
 * collections, of which the rules of a permission for apps say nothing: so it applies none of them.
 */
export const draftApp = ({ draftSource: source, rules, author, hidden }: Dependencies): Operation => ({
  id: 'draftApp',
  tag: 'apps',
  summary: 'Draft a GraphQL app from the documents of a collection; nothing is saved',
  examples: { body: exampleCollection },
  body: draftBody,
  answers: { 200: draftedApp },
  errors: ['MALFORMED_JSON', 'FORBIDDEN', 'VALIDATION_FAILED', 'NOT_FOUND', 'UNAVAILABLE'],
  async handle(request) {
    const target = parseBody(draftBody, request)
    const faults = faultsOfTarget(target, rules)
    if (faults.length > 0) return refuseFields(faults)
    const refusal = author.ofCollection(target, request.caller)
    if (refusal) return refusal
    if (!(await source.collections(target.db)).includes(target.collection)) {
      return refuse('NOT_FOUND', `There is no collection "${target.collection}" in the database "${target.db}".`)
    }
    const isReadable = (collection: string) =>
      author.ofCollection({ ...target, collection }, request.caller) === undefined
    return ok(await draftCollection({ source, rules, hidden, isReadable }, target))
  },
})

function faultsOfTarget({ db, collection }: z.infer<typeof draftBody>, { reach }: AppRules): FieldError[] {
  const ofDatabase = reach.faultOfDatabase(db)
  const ofCollection = reach.faultOfCollection(db, collection)
  return [
    ...(ofDatabase ? [{ path: 'db', message: ofDatabase }] : []),
    ...(ofCollection ? [{ path: 'collection', message: ofCollection }] : []),
  ]
}
