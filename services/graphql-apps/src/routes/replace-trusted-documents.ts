import { type AppDocument, appDocument, type FieldError, fieldErrors, type Refusal, refuse } from '@sluice/contracts'
import {
  type Answer,
  changedMeanwhile,
  dryRunQuery,
  isDryRun,
  isThere,
  judgePreconditions,
  type Operation,
  ok,
  type Preconditions,
  readPreconditions,
  type ServiceRequest,
} from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { refuseFaulty } from '../check-app.ts'
import { openAccess, visibleFaults } from '../domain/app-access.ts'
import { etagOf, parseAppId } from '../domain/app-identity.ts'
import { type AppRules, compileApp } from '../domain/compile-app.ts'
import type { CompiledApp } from '../domain/model/app-model.ts'
import { faultsOfDocument, faultsOfSize, versionOfDocuments } from '../domain/plan/trusted-documents.ts'
import type { AuthorJudge } from '../judge-author.ts'
import type { AppStore, TrustedDocuments } from '../ports/app-store.ts'
import { noSuchApp, readObject } from './app-answer.ts'
import { authorOf } from './app-author.ts'
import { documentsEtag, documentsShape, refuseHiddenDocuments } from './list-trusted-documents.ts'

type Dependencies = { appStore: AppStore; rules: AppRules; author: AuthorJudge }

const MAX_TRIES = 5
const THE_DOCUMENTS = 'The documents were'

/**
 * `PUT /gql-apps/<id>/documents`: these, and no others, are trusted from now on. Each is checked as the app would when it
 * is sent; every fault at once, with the hash as its path. Preconditions are about the documents, not the app.
 */
export const replaceTrustedDocuments = (dependencies: Dependencies): Operation => ({
  id: 'replaceTrustedDocuments',
  tag: 'apps',
  summary: 'Replace the trusted documents of a GraphQL app (1,000 and 1 MB at most)',
  examples: { body: {}, answers: { 200: {} } },
  headers: ['If-Match', 'If-None-Match'],
  answerHeaders: ['ETag'],
  query: dryRunQuery,
  body: documentsShape,
  // What a `mergeRequest` sets are fields of an app, and none is written here.
  appliedRules: ['readFilter', 'writeFilter', 'projectResponse'],
  answers: { 200: documentsShape },
  errors: [
    'MALFORMED_JSON',
    'FORBIDDEN',
    'VALIDATION_FAILED',
    'PAYLOAD_TOO_LARGE',
    'FIELD_HIDDEN',
    'NOT_FOUND',
    'CONFLICT',
    'BAD_REQUEST',
    'PRECONDITION_FAILED',
    'UNAVAILABLE',
  ],
  async handle(request) {
    const { params, caller } = request
    const conditions = readPreconditions(request)
    const read = readObject(request.rawBody)
    if (read.kind === 'refuse') return read
    const tooMuch = faultsOfSize(read.body)
    if (tooMuch.length > 0) return refuseFaulty(tooMuch, THE_DOCUMENTS)
    const replacement = { id: params.id ?? '', caller, body: read.body, conditions, isTrial: isDryRun(request) }
    for (let tried = 0; tried < MAX_TRIES; tried += 1) {
      const answer = await replaceOnce(dependencies, replacement)
      if (answer !== 'changed') return answer
    }
    return refuse('CONFLICT', 'The app is being changed by others at this moment. Try again.')
  },
})

type DocumentsReplacement = {
  id: string
  caller: ServiceRequest['caller']
  body: Document
  conditions: Preconditions
  isTrial: boolean
}

async function replaceOnce(
  { appStore, rules, author }: Dependencies,
  { id, caller, body, conditions, isTrial }: DocumentsReplacement,
): Promise<Answer | Refusal | 'changed'> {
  const appId = parseAppId(id)
  const access = openAccess(caller)
  const { writable: within } = access
  const stored = await appStore.find(appId, within)
  if (!stored) return noSuchApp(id)
  const hidden = refuseHiddenDocuments(access)
  if (hidden) return hidden
  const compiled = compileStored(stored, rules)
  if (compiled.kind === 'faulty') return refuseFaulty(visibleFaults(compiled.faults, access), THE_DOCUMENTS)
  const refusal = author.ofApp(compiled.document, caller)
  if (refusal) return refusal

  const { documents, faults } = await checkDocuments(compiled.app, body)
  if (faults.length > 0) return refuseFaulty(faults, THE_DOCUMENTS)
  const outcome = await appStore.putDocuments(appId, documents, {
    expectedEtag: etagOf(stored),
    within,
    by: authorOf(caller),
    isDryRun: isTrial,
    expected: before => areExpected(before, conditions),
  })
  if (outcome === 'changed') return 'changed'
  if (outcome === 'documents-changed') return conditions.mustBeNew ? isThere() : changedMeanwhile()
  return outcome === 'missing' ? noSuchApp(id) : answerPut(documents, isTrial)
}

/** A trial has made no version, so that its answer names none. */
const answerPut = (documents: TrustedDocuments, isTrial: boolean): Answer =>
  ok(documents, isTrial ? {} : documentsEtag(documents))

/** An app without trusted documents has a version of them too: that they are new means that there are none. */
function areExpected(before: TrustedDocuments, { ifMatch, mustBeNew }: Preconditions): boolean {
  const conditions = { ifMatch, mustBeNew: mustBeNew && Object.keys(before).length > 0 }
  return judgePreconditions(conditions, versionOfDocuments(before)) === undefined
}

type CompiledDocument =
  | { kind: 'compiled'; app: CompiledApp; document: AppDocument }
  | { kind: 'faulty'; faults: readonly FieldError[] }

function compileStored(stored: Document, rules: AppRules): CompiledDocument {
  const parsed = appDocument.safeParse(stored)
  if (!parsed.success) return { kind: 'faulty', faults: fieldErrors(parsed.error) }
  const compiled = compileApp(parsed.data, rules)
  return compiled.kind === 'compiled' ? { ...compiled, document: parsed.data } : compiled
}

async function checkDocuments(app: CompiledApp, body: Document) {
  const documents: Record<string, string> = {}
  const faults: FieldError[] = []
  for (const [hash, text] of Object.entries(body)) {
    faults.push(...faultsOfDocument(app, hash, text))
    if (typeof text === 'string') documents[hash] = text
    // A megabyte of queries takes a while; others are served meanwhile.
    await new Promise(setImmediate)
  }
  return { documents, faults }
}
