import { type Refusal, refuse } from '@sluice/contracts'
import { couldRead, formatDocument, formatEtag, isDocument, parseDocumentJson } from '@sluice/documents'
import { type Answer, bytes } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import type { AppAccess } from '../domain/app-access.ts'
import type { AppId, AppStore } from '../ports/app-store.ts'

type AnswerOptions = { access: AppAccess; status?: 200 | 201; headers?: Record<string, string> }

/** An app as an answer, with its etag, less what is hidden from the caller. */
export function appAnswer(app: Document, { access, status = 200, headers = {} }: AnswerOptions): Answer {
  const etag = formatEtag(app, access.variant)
  return bytes(formatDocument(access.show(app)), 'application/json', {
    status,
    headers: { ...headers, ...(etag ? { etag } : {}), 'cache-control': 'private' },
  })
}

type WriteAnswerOptions = AnswerOptions & {
  isDryRun: boolean
  /** Whether the app was written by an earlier request, so that another one may be stored by now, or none. */
  isRepeat?: boolean
}

/**
 * The same after a write: an app that the caller may write but not read answers with its id alone. A dry run has made no
 * version, so that its answer names none.
 */
export async function answerWritten(
  app: Document & { _id: AppId },
  appStore: AppStore,
  { isDryRun, isRepeat = false, ...options }: WriteAnswerOptions,
): Promise<Answer> {
  const { rules, readable } = options.access
  // What is only tried is stored nowhere.
  const isJudgedHere = isDryRun || isRepeat || rules.readFilter === undefined
  const isVisible = isJudgedHere ? couldRead(app, rules) : (await appStore.find(app._id, readable)) !== undefined
  const shown = isVisible ? app : { _id: app._id, _etag: app._etag }
  if (!isDryRun) return appAnswer(shown, options)
  const { _etag, ...unmade } = shown
  return appAnswer(unmade, { ...options, headers: {} })
}

export type AppBody = { kind: 'body'; body: Document } | Refusal

/** Room for a schema at its limit, and its mappings. */
const MAX_APP_BYTES = 4 * 1024 * 1024

/** A body that is a JSON object, Extended JSON included. */
export function readObject(rawBody: Uint8Array): AppBody {
  if (rawBody.byteLength > MAX_APP_BYTES) return refuse('PAYLOAD_TOO_LARGE', 'An app may have 4 MB at most.')
  const parsed = parseDocumentJson(rawBody)
  if (parsed.kind === 'refuse') return parsed
  if (isDocument(parsed.value)) return { kind: 'body', body: parsed.value }
  return refuse('VALIDATION_FAILED', 'The body has to be a JSON object.')
}

export const noSuchApp = (id: string): Refusal => refuse('NOT_FOUND', `There is no app "${id}".`)
