import { beginSpan, failSpan, type Span } from '@sluice/service-kit'
import type { ExecutionResult } from '../domain/execution/execution.ts'
import type { AttemptEnd, Channel } from './channel.ts'
import type { Delivery } from './delivery.ts'

/** Runs one attempt as a span of the trace of its event, where that is recorded. */
export async function traceAttempt<T extends { end: AttemptEnd }>(
  { row, webhook, attempt }: Delivery,
  { host }: Channel,
  work: () => Promise<T>,
): Promise<T> {
  const span = beginSpan(`deliver ${webhook.type}`, row.traceparent, {
    kind: 'client',
    attributes: {
      'sluice.webhook_id': webhook._id,
      'sluice.delivery_id': row._id,
      'sluice.attempt': attempt,
      ...(host !== undefined && { 'server.address': host }),
    },
  })
  if (!span) return work()
  try {
    const made = await work()
    if (made.end.kind === 'result') describe(span, made.end.result)
    else failSpan(span, made.end.kind)
    return made
  } finally {
    span.end()
  }
}

/** Describes a result by codes only: what a target has said is for the log. */
function describe(span: Span, { status, response, error }: ExecutionResult): void {
  span.setAttribute('sluice.status', status)
  if (response) span.setAttribute('http.response.status_code', response.statusCode)
  if (status === 'failed') failSpan(span, error?.code ?? String(response?.statusCode))
}
