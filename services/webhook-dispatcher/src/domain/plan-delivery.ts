import type { RecordedExchange, WebhookRecord } from '@sluice/contracts'
import { deliveryPayload, viewOf } from './delivery-payload.ts'
import { checkDestination } from './destination.ts'
import type { TemplateResult } from './parse-template.ts'
import type { OpenBlock } from './public-address.ts'
import { escapeForJson, renderTemplate } from './render-template.ts'
import { signDelivery } from './sign-delivery.ts'

/** One HTTP request, ready to be sent. */
export type PlannedRequest = {
  url: URL
  port: number
  target: string
  headers: Readonly<Record<string, string>>
  body: string
  isJson: boolean
  timeoutMs: number
}

export type PlanFault = { kind: 'fail'; stage: 'destination' | 'template'; code: string; message: string }

/** The rendered body. `isJson`: whether it is valid JSON; a template may produce anything. */
export type DeliveryBody = { kind: 'body'; text: string; isJson: boolean }

export type TemplateOf = (text: string) => TemplateResult

/** The body of a delivery: the default payload, or the rendered template (spec 6). */
export function renderDelivery(
  webhook: WebhookRecord,
  exchange: RecordedExchange,
  templateOf: TemplateOf,
): DeliveryBody | PlanFault {
  const payload = deliveryPayload(exchange, webhook)
  if (!webhook.transform.enabled) return { kind: 'body', text: JSON.stringify(payload), isJson: true }
  const parsed = templateOf(webhook.transform.template)
  if (parsed.kind === 'invalid') return templateFault(parsed.message)
  const rendered = renderTemplate(parsed.template, viewOf(payload), escapeForJson)
  if (rendered.kind === 'failed') return templateFault(rendered.reason)
  return { kind: 'body', text: rendered.text, isJson: isValidJson(rendered.text) }
}

const templateFault = (message: string): PlanFault => ({
  kind: 'fail',
  stage: 'template',
  code: 'TEMPLATE_FAILED',
  message,
})

export type Addressing = {
  id: string
  webhook: WebhookRecord
  body: Omit<DeliveryBody, 'kind'>
  at: Date
  /** Headers of ours besides the signature. */
  extra: Readonly<Record<string, string>>
}

/** The request that carries a body to its webhook's url: destination judged once more, signed as of now (spec 5.10). */
export function addressDelivery(
  { id, webhook, body, at, extra }: Addressing,
  open: readonly OpenBlock[],
): { kind: 'send'; request: PlannedRequest } | PlanFault {
  const destination = checkDestination(webhook.url, open)
  if (destination.kind === 'refused') {
    return {
      kind: 'fail',
      stage: 'destination',
      code: 'DESTINATION_REFUSED',
      message: `The url ${destination.reason}.`,
    }
  }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Sluice',
    ...lowerCaseNames(webhook.headers),
    ...extra,
    ...signDelivery({ id, at, body: body.text, secrets: [webhook.secret] }),
  }
  const { url, port, target } = destination
  const { text, isJson } = body
  return { kind: 'send', request: { url, port, target, headers, body: text, isJson, timeoutMs: webhook.timeout_ms } }
}

function isValidJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const lowerCaseNames = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
