import type { Refusal, RepeatMark } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { isDryRun } from '../http/preconditions.ts'
import { ProblemError } from '../http/problem-error.ts'
import type { Answer, Operation, ServiceRequest } from '../http/route.ts'
import { LostClaimError } from './kept-answers.ts'
import { readIdempotencyKey } from './read-idempotency-key.ts'
import { inUse, type Repeats } from './repeats.ts'

type OnlyOnce = {
  repeats: Repeats
  /** Makes the answer of a request anew, of what `settle` was told: for the caller as the permission is now. */
  replay(request: ServiceRequest, outcome: Document): Promise<Answer | Refusal>
}

/**
 * An operation that is carried out once for all requests of a caller with the same `Idempotency-Key`. What wrote nothing is
 * not kept: a refusal, and a dry run, are judged anew. Without the header nothing is done besides.
 */
export function onlyOnce(operation: Operation, parts: OnlyOnce): Operation {
  const { headers = [], answerHeaders = [], errors = [] } = operation
  return {
    ...operation,
    headers: [...headers, 'Idempotency-Key'],
    answerHeaders: [...answerHeaders, 'Idempotent-Replayed'],
    errors: [...errors, 'BAD_REQUEST', 'IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'],
    async handle(request) {
      const header = request.header('idempotency-key')
      if (header === undefined || isDryRun(request)) return operation.handle(request)
      return handleKeyed(operation, request, { ...parts, header })
    },
  }
}

async function handleKeyed(
  { handle }: Operation,
  request: ServiceRequest,
  { repeats, replay, header }: OnlyOnce & { header: string },
): Promise<Answer | Refusal> {
  const read = readIdempotencyKey(header)
  if (read.kind === 'refuse') return read
  const begun = await repeats.begin(request, read.key)
  if (begun.kind === 'refuse') return begun
  if (begun.kind === 'kept') return marked(await replay(request, begun.outcome), begun.mark)
  const release = () => begun.release().catch(() => undefined)
  try {
    const answer = await handle({ ...request, claim: begun.claim })
    if (answer.kind === 'refuse' || !begun.isSettled()) await release()
    return answer
  } catch (error) {
    const released = release()
    // Who is refused may send another body at once. Where the store does not answer nobody waits: the claim ends by itself.
    if (error instanceof ProblemError) await released
    if (error instanceof LostClaimError) return inUse(request.requestId)
    throw error
  }
}

function marked(answer: Answer | Refusal, mark: RepeatMark): Answer | Refusal {
  if (answer.kind === 'refuse') {
    const refusal: Refusal & Pick<Answer, 'mark'> = { ...answer, mark: { of: mark.of, isKept: false } }
    return refusal
  }
  return { ...answer, mark, headers: { ...answer.headers, 'idempotent-replayed': 'true' } }
}
