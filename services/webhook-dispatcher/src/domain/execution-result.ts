import type { HeaderList } from '@sluice/contracts'
import type { SendOutcome } from '../ports.ts'
import { maskHeaders } from './delivery-headers.ts'
import { type DeliveryError, type ExecutionResult, logBody } from './execution.ts'
import type { PlannedRequest } from './plan-delivery.ts'

/** The result of an attempt whose request went out: 2xx is success, everything else has failed. */
export function resultOfSend(attempt: number, request: PlannedRequest, outcome: SendOutcome): ExecutionResult {
  const common = { attempt, durationMs: outcome.durationMs, validJson: request.isJson, outgoing: logRequest(request) }
  if (outcome.kind === 'broken') {
    const { stage, code, message } = outcome
    return { ...common, status: 'failed', response: null, error: { stage, code, message } }
  }
  const { statusCode, headers, body, isCut } = outcome
  const response = { statusCode, headers, body: { ...logBody(body), truncated: isCut } }
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

/** Why a delivery that waited is not sent. */
export const DISABLED: DeliveryError = {
  stage: 'delivery',
  code: 'DISABLED',
  message: 'The webhook was disabled or deleted, or webhooks were switched off, before this delivery was sent.',
}

function logRequest({ url, headers, body }: PlannedRequest): ExecutionResult['outgoing'] {
  const shown: HeaderList = Object.entries(maskHeaders(headers, SIGNED))
  return { type: 'http', method: 'POST', url: url.href, headers: shown, body: logBody(Buffer.from(body)) }
}

// Ours, and no secrets: a receiver that refuses a signature is understood with them.
const SIGNED = new Set(['webhook-timestamp', 'webhook-signature'])
