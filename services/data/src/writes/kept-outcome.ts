import { type FieldError, type Refusal, refuse } from '@sluice/contracts'
import { decodeDocument } from '@sluice/documents'
import { type Answer, bytes, type WriteClaim } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { z } from 'zod'
import { answerWritten, mayBeWarned, type WrittenAnswer } from '../answer-document.ts'
import type { CollectionRequest } from '../collection-request.ts'
import { pathOfDocument } from '../domain/document-target.ts'
import type { DocumentWritten } from '../domain/outcome.ts'
import { WARNINGS } from './acl-guard.ts'
import type { SettleWrite } from './write-guard.ts'

const document = z.record(z.string(), z.unknown())
/** Warnings are texts of JSON, since nobody filters by them. */
const warnings = z.string()

/**
 * What is kept of a write that has an Idempotency-Key: what was written, so that a repeat is answered of it by the
 * permission that its caller has then. `version`: of a document that is too large to be kept beside itself.
 */
const keptOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('document'), isNew: z.boolean(), document, warnings }),
  z.object({ kind: z.literal('version'), isNew: z.boolean(), id: z.unknown(), etag: z.unknown() }),
  z.object({ kind: z.literal('list'), isWhole: z.boolean(), body: z.string(), warnings }),
])
type KeptOutcome = z.infer<typeof keptOutcome>

export type WarningsOf = (document: Document) => readonly FieldError[]

/** Keeps the one document that a request writes. */
export const settleDocument =
  (claim: WriteClaim, warningsOf: WarningsOf): SettleWrite =>
  async (inside, outcome) => {
    if (outcome.kind === 'deleted') return
    const { document: written, isNew } = outcome
    const whole = { kind: 'document', isNew, document: written, warnings: JSON.stringify(warningsOf(written)) }
    const version = { kind: 'version', isNew, id: written._id, etag: written._etag }
    await claim.settle(inside, claim.fits(whole) ? whole : version)
  }

type ListAnswer = { body: Document; warnings: readonly unknown[] }

/** What is kept of the answer to a list. */
export const keptList = ({ body, warnings: told }: ListAnswer): KeptOutcome => ({
  kind: 'list',
  isWhole: body.errors === undefined,
  body: JSON.stringify(body),
  warnings: JSON.stringify(told),
})

/** Makes the answer of a list, the first time and each other one. */
export function answerList({ body, warnings: told }: ListAnswer, asked: CollectionRequest): Answer {
  const isTold = told.length > 0 && mayBeWarned(asked)
  const text = JSON.stringify(isTold ? { ...body, [WARNINGS]: told } : body)
  return bytes(text, 'application/json', { status: body.errors === undefined ? 200 : 207 })
}

/** Makes the answer to a document that was written. */
export function answerOne(
  { document: written, isNew }: DocumentWritten,
  asked: CollectionRequest,
  told: Pick<WrittenAnswer, 'warnings' | 'isRepeat'>,
): Promise<Answer> {
  if (!isNew) return answerWritten(written, asked, { ...told, status: 200 })
  const headers = { Location: pathOfDocument(asked.place, written._id) }
  return answerWritten(written, asked, { ...told, status: 201, headers })
}

/** Answers a repeat of what `kept` tells of. */
export async function answerKept(kept: Document, asked: CollectionRequest): Promise<Answer | Refusal> {
  const outcome = keptOutcome.parse(kept)
  switch (outcome.kind) {
    case 'document': {
      const { isNew } = outcome
      const told = { warnings: readWarnings(outcome.warnings), isRepeat: true }
      return answerOne({ kind: 'written', document: outcome.document, isNew }, asked, told)
    }
    case 'list':
      return answerList(
        { body: document.parse(JSON.parse(outcome.body)), warnings: readWarnings(outcome.warnings) },
        asked,
      )
    case 'version':
      return answerVersion(outcome, asked)
  }
}

const fieldErrors = z.array(z.looseObject({ path: z.string(), message: z.string() }))
const readWarnings = (text: string): FieldError[] => fieldErrors.parse(JSON.parse(text))

/** Answers with a large document as it is stored, where it is still the one that the request has left. */
async function answerVersion(
  { id, etag, isNew }: KeptOutcome & { kind: 'version' },
  asked: CollectionRequest,
): Promise<Answer | Refusal> {
  const [raw] = await asked.collection.findRaw({ _id: id, _etag: etag }, { limit: 1 })
  if (raw) return answerOne({ kind: 'written', document: decodeDocument(raw), isNew }, asked, { isRepeat: true })
  const path = pathOfDocument(asked.place, id)
  return refuse(
    'CONFLICT',
    `The request was carried out before, and wrote ${path}, which was changed or deleted since.`,
  )
}
