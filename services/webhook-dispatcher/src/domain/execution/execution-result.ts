import type { HeaderList } from '@sluice/contracts'
import type { SendOutcome } from '../../ports/sender.ts'
import { createHiding, hasHidden, maskHeaders } from '../request/delivery-headers.ts'
import type { PlannedRequest } from '../request/plan-delivery.ts'
import { type DeliveryError, type ExecutionResult, logBody } from './execution.ts'

/** The result of an attempt whose request went out: 2xx is success, everything else has failed. */
export function resultOfSend(attempt: number, request: PlannedRequest, outcome: SendOutcome): ExecutionResult {
  const common = { attempt, durationMs: outcome.durationMs, validJson: request.isJson, outgoing: logRequest(request) }
  if (outcome.kind === 'broken') {
    const { stage, code, message } = outcome
    return { ...common, status: 'failed', response: null, error: { stage, code, message } }
  }
  const { statusCode } = outcome
  const response = logAnswer(outcome, request)
  const isSuccess = statusCode >= 200 && statusCode < 300
  const message = `The target answered ${statusCode}; only 2xx counts as delivered.`
  const error = isSuccess ? null : { stage: 'response', code: 'STATUS_NOT_2XX', message }
  return { ...common, status: isSuccess ? 'success' : 'failed', response, error }
}

/** The result of a match for which nothing was sent. */
export const resultWithoutSend = (
  status: 'failed' | 'skipped',
  attempt: number,
  { stage, code, message }: DeliveryError,
): ExecutionResult => ({
  status,
  attempt,
  durationMs: 0,
  validJson: null,
  outgoing: null,
  response: null,
  error: { stage, code, message },
})

/** The end of a delivery that is not tried again: with what its last attempt has left, if that is known. */
export const skippedBy = (
  last: ExecutionResult | undefined,
  attempt: number,
  error: DeliveryError,
): ExecutionResult => ({
  ...(last ?? resultWithoutSend('skipped', attempt, error)),
  status: 'skipped',
  attempt,
  error,
})

/** The end of a delivery that would be tried again, if there was room for it to wait. */
export const withoutRoom = (last: ExecutionResult): ExecutionResult => ({
  ...last,
  error: { ...BACKLOG, message: `${BACKLOG.message} So it is not tried again after: ${last.error?.message ?? ''}` },
})

/** Why a delivery that would have to wait is not sent. */
export const BACKLOG: DeliveryError = {
  stage: 'delivery',
  code: 'BACKLOG',
  message: 'Too many deliveries of this webhook were waiting.',
}

/** Why nothing is sent of what was put aside because nobody could say whether it is a match. */
export const NOT_MATCHED: DeliveryError = {
  stage: 'condition',
  code: 'NOT_MATCHED',
  message:
    'The webhook does not fire on this exchange. It was judged late: the process that read the event could not read the webhook.',
}

/** Why it is not known whether what was put aside is a match. */
export const EVENT_GONE: DeliveryError = {
  stage: 'condition',
  code: 'EVENT_GONE',
  message: 'The event is not kept any more, so nobody can say whether the webhook fires on it.',
}

/** Why a delivery that waited is not sent. */
export const DISABLED: DeliveryError = {
  stage: 'delivery',
  code: 'DISABLED',
  message: 'The webhook was disabled or deleted, or webhooks were switched off, before this delivery was sent.',
}

function logRequest({ url, headers, body, signatures }: PlannedRequest): ExecutionResult['outgoing'] {
  const shown: HeaderList = Object.entries(maskHeaders(headers, signatures))
  return { type: 'http', method: 'POST', url: url.href, headers: shown, body: logBody(Buffer.from(body)) }
}

type AnsweredSend = Extract<SendOutcome, { kind: 'answered' }>

/** An answer as it is logged, without the credentials that some targets repeat. */
function logAnswer({ statusCode, headers, body, isCut }: AnsweredSend, sent: PlannedRequest) {
  const hide = createHiding(sent.headers, sent.signatures)
  const shown: HeaderList = headers.map(([name, value]) => [name, hide(value)])
  // In what is compressed nothing is found, and whoever reads it can unpack it.
  if (body.length > 0 && isEncoded(headers) && hasHidden(sent.headers, sent.signatures)) {
    const withheld = logBody(new Uint8Array(), { state: 'withheld', length: body.length, truncated: isCut })
    return { statusCode, headers: shown, body: withheld }
  }
  // In the bytes, as what is no text is logged in base64.
  const hidden = Buffer.from(hide(Buffer.from(body).toString('latin1')), 'latin1')
  const logged = logBody(hidden, {
    state: body.length > 0 ? 'captured' : 'none',
    length: body.length,
    truncated: isCut,
  })
  return { statusCode, headers: shown, body: { ...logged, text: hide(logged.text) } }
}

const isEncoded = (headers: HeaderList): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'content-encoding' && value.toLowerCase() !== 'identity')
