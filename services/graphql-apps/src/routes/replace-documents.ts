import { appDocument, type FieldError, fieldErrors, type Refusal, refuse } from '@sluice/contracts'
import { type Answer, type Operation, ok } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { refuseFaulty } from '../check-app.ts'
import { etagOf, parseAppId } from '../domain/app-identity.ts'
import type { CompiledApp } from '../domain/app-model.ts'
import { type AppRules, compileApp } from '../domain/compile-app.ts'
import { faultsOfDocument, faultsOfSize } from '../domain/trusted-documents.ts'
import type { AppStore } from '../ports.ts'
import { noSuchApp, readObject } from './app-answer.ts'
import { documentsShape } from './list-documents.ts'

type Dependencies = { appStore: AppStore; rules: AppRules }

const MAX_TRIES = 5
const THE_DOCUMENTS = 'The documents were'

/**
 * `PUT /gql-apps/<id>/documents`: these, and no others, are trusted from now on. Each is checked as the app would when it
 * is sent; every fault at once, with the hash as its path.
 */
export const replaceDocuments = (dependencies: Dependencies): Operation => ({
  summary: 'Replace the trusted documents of a GraphQL app (1,000 and 1 MB at most)',
  body: documentsShape,
  answers: { 200: documentsShape },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
  async handle({ rawBody, params: { id = '' } }) {
    const read = readObject(rawBody)
    if (read.kind === 'refuse') return read
    const tooMuch = faultsOfSize(read.body)
    if (tooMuch.length > 0) return refuseFaulty(tooMuch, THE_DOCUMENTS)
    for (let tried = 0; tried < MAX_TRIES; tried += 1) {
      const answer = await replaceOnce(dependencies, id, read.body)
      if (answer !== 'changed') return answer
    }
    return refuse('CONFLICT', 'The app is being changed by others at this moment. Try again.')
  },
})

async function replaceOnce(
  { appStore, rules }: Dependencies,
  id: string,
  body: Document,
): Promise<Answer | Refusal | 'changed'> {
  const appId = parseAppId(id)
  const stored = await appStore.find(appId)
  if (!stored) return noSuchApp(id)
  const compiled = compileStored(stored, rules)
  if (compiled.kind === 'faulty') return refuseFaulty(compiled.faults, THE_DOCUMENTS)

  const { documents, faults } = await checkDocuments(compiled.app, body)
  if (faults.length > 0) return refuseFaulty(faults, THE_DOCUMENTS)
  const outcome = await appStore.putDocuments(appId, documents, etagOf(stored))
  if (outcome === 'changed') return 'changed'
  return outcome === 'missing' ? noSuchApp(id) : ok(documents)
}

function compileStored(stored: Document, rules: AppRules): ReturnType<typeof compileApp> {
  const parsed = appDocument.safeParse(stored)
  return parsed.success ? compileApp(parsed.data, rules) : { kind: 'faulty', faults: fieldErrors(parsed.error) }
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
