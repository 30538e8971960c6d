import { errorCatalogue, type FieldError, formatId, parseJson, type Refusal, refuseFields } from '@sluice/contracts'
import { isDocument, parseDocumentJson } from '@sluice/documents'
import { type Operation, ok, parseBody, type ServiceRequest } from '@sluice/service-kit'
import { z } from 'zod'
import { readProblem, type ServiceReply } from '../../exchange/forward/call-service.ts'
import { createRepetitions } from './find-repeated.ts'
import {
  type ImportedKind,
  type ImportedParts,
  type ImportVerdict,
  importAnswer,
  importBody,
  MAX_IMPORTED,
} from './import-shapes.ts'
import { type ImportWriteDependencies, tryImport } from './import-write.ts'
import { findOtherMeanings } from './other-meanings.ts'

/** In the order in which they are best brought in: collections first, and last what lets somebody in. */
const KINDS: readonly ImportedKind[] = ['collections', 'gql-apps', 'users', 'acl']

/**
 * `POST /admin/check-import`: what would become of the parts of a service that moves in. Each is tried as the write that brings
 * it in, so that the checks are those of the writes.
 */
export const checkImport = (dependencies: ImportWriteDependencies): Operation => ({
  id: 'checkImport',
  tag: 'admin',
  summary: 'Says which parts of a service would be taken; writes nothing',
  body: importBody,
  answers: { 200: importAnswer },
  errors: [
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'PAYLOAD_TOO_LARGE',
    'UPSTREAM_FAILED',
    'UNAVAILABLE',
    'OVERLOADED',
    'UPSTREAM_TIMEOUT',
  ],
  async handle(request) {
    const parts = partsOf(parseBody(importBody, request))
    if (parts.length > MAX_IMPORTED) return tooMany(parts.length)
    const findRepeated = createRepetitions()
    const verdicts: ImportVerdict[] = []
    for (const part of parts) {
      // Nobody waits for the rest.
      if (request.signal().aborted) break
      const repeated = findRepeated(part.kind, part.part, part.index)
      const verdict = repeated ? repetition(part, repeated) : await judge(part, request, dependencies)
      if (verdict.kind === 'refuse') return verdict
      verdicts.push(verdict)
    }
    const count = (wanted: ImportVerdict['verdict']) => verdicts.filter(({ verdict }) => verdict === wanted).length
    return ok({ taken: count('taken'), warned: count('warned'), refused: count('refused'), documents: verdicts })
  },
})

type ImportedPart = { kind: ImportedKind; index: number; part: unknown }

const partsOf = (parts: ImportedParts): ImportedPart[] =>
  KINDS.flatMap(kind => (parts[kind] ?? []).map((part, index) => ({ kind, index, part })))

const tooMany = (count: number): Refusal =>
  refuseFields([
    { path: '', message: `These are ${count} parts. Send ${MAX_IMPORTED} at most, the others in another request.` },
  ])

async function judge(
  asked: ImportedPart,
  request: ServiceRequest,
  dependencies: ImportWriteDependencies,
): Promise<ImportVerdict | Refusal> {
  const replied = await tryImport(dependencies, { ...asked, request })
  const refusal = replied.kind === 'refuse' ? replied : refusalIn(replied)
  // What says nothing of the part, but of the service, is no verdict.
  if (refusal && errorCatalogue[refusal.code].status >= 500) return refusal
  if (refusal) return refused(asked, refusal)
  const warnings = [...warningsIn(replied), ...findOtherMeanings(asked.kind, asked.part)]
  return warnings.length === 0
    ? { ...placeOf(asked), verdict: 'taken' }
    : { ...placeOf(asked), verdict: 'warned', warnings }
}

const refusalIn = ({ status, body }: ServiceReply): Refusal | undefined =>
  status < 300 ? undefined : readProblem(body)

function refused(asked: ImportedPart, { code, detail, errors = [] }: Refusal): ImportVerdict {
  return { ...placeOf(asked), verdict: 'refused', code, detail, ...(errors.length > 0 && { errors: [...errors] }) }
}

const repetition = (asked: ImportedPart, fault: FieldError): ImportVerdict => ({
  ...placeOf(asked),
  verdict: 'refused',
  code: 'CONFLICT',
  detail: fault.message,
  errors: [fault],
})

const placeOf = ({ kind, index, part }: ImportedPart) => ({ kind, index, id: idOf(part) })

function idOf(part: unknown): string | null {
  if (typeof part === 'string') return part
  const read = parseDocumentJson(JSON.stringify(part))
  const id = read.kind === 'parsed' && isDocument(read.value) ? read.value._id : undefined
  return id === undefined ? null : formatId(id).slice(0, MAX_SHOWN_ID)
}

const MAX_SHOWN_ID = 256

/** A permission that is written tells what is to be known of it under this name. */
const withWarnings = z.object({ _warnings: z.array(z.object({ path: z.string(), message: z.string() })).default([]) })

function warningsIn(replied: ServiceReply | Refusal): FieldError[] {
  if (replied.kind === 'refuse') return []
  const parsed = parseJson(replied.body)
  const read = parsed.kind === 'parsed' ? withWarnings.safeParse(parsed.value) : undefined
  return read?.success ? read.data._warnings : []
}
