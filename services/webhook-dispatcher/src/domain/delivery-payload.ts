import type { BodyCapture, HeaderList, RecordedExchange, WebhookRecord } from '@sluice/contracts'
import { joinHeaders, readBody } from './exchange-view.ts'
import type { TemplateView } from './render-template.ts'

/** The default body of a delivery, which is also what templates see (spec 6). `bodyOmitted` says why a body is null. */
export type DeliveryPayload = ReturnType<typeof deliveryPayload>

export function deliveryPayload(recorded: RecordedExchange, webhook: Pick<WebhookRecord, '_id' | 'name'>) {
  const { event, requestBody, responseBody } = recorded
  const { request, response, principal } = event
  return {
    id: event.id,
    service: event.service,
    timestamp: new Date(event.at).toISOString(),
    webhook: { id: webhook._id, name: webhook.name },
    request: {
      method: request.method,
      path: request.path,
      query: request.query,
      ...messageOf(request, requestBody),
    },
    response: response && { statusCode: response.statusCode, ...messageOf(response, responseBody) },
    principal: { id: principal.id, roles: principal.roles, via: principal.via },
  }
}

function messageOf({ headers, body }: { headers: HeaderList; body: BodyCapture }, captured: Uint8Array) {
  const { value } = readBody({ body }, captured)
  const omitted = value === undefined ? reasonOfOmission(body) : undefined
  return { headers: joinHeaders(headers), body: value ?? null, ...(omitted ? { bodyOmitted: omitted } : {}) }
}

function reasonOfOmission({ state, truncated, length }: BodyCapture): string | undefined {
  if (state === 'withheld' || state === 'unreadable') return state
  if (state === 'none' || length === 0) return undefined
  return truncated ? 'truncated' : 'binary'
}

/** The payload as a template's view: the exchange's headers are found whatever their case. */
export const viewOf = (payload: DeliveryPayload): TemplateView => ({
  root: payload,
  headers: new Set<object>(
    payload.response ? [payload.request.headers, payload.response.headers] : [payload.request.headers],
  ),
})
