import type { RecordedExchange, WebhookRecord } from '@sluice/contracts'
import { deliveryPayload, viewOf } from './delivery-payload.ts'
import { checkDestination } from './destination.ts'
import type { Template, TemplateResult } from './parse-template.ts'
import type { OpenBlock } from './public-address.ts'
import { escapeForJson, renderTemplate } from './render-template.ts'
import { signDelivery } from './sign-delivery.ts'

/** One HTTP request, ready to be sent. `isJson`: whether the body is valid JSON; a template may produce anything. */
export type PlannedRequest = {
  url: URL
  port: number
  target: string
  headers: Readonly<Record<string, string>>
  body: string
  isJson: boolean
  timeoutMs: number
}

export type DeliveryPlan =
  | { kind: 'send'; request: PlannedRequest }
  | { kind: 'fail'; stage: 'destination' | 'template'; code: string; message: string }

export type DeliveryOrder = {
  id: string
  webhook: WebhookRecord
  exchange: RecordedExchange
  at: Date
}

export type PlanningRules = { open: readonly OpenBlock[]; templateOf(text: string): TemplateResult }

/** What to send for one match: destination checked once more, body rendered, signed (spec 6, 5.10). */
export function planDelivery({ id, webhook, exchange, at }: DeliveryOrder, rules: PlanningRules): DeliveryPlan {
  const destination = checkDestination(webhook.url, rules.open)
  if (destination.kind === 'refused') {
    return {
      kind: 'fail',
      stage: 'destination',
      code: 'DESTINATION_REFUSED',
      message: `The url ${destination.reason}.`,
    }
  }
  const rendered = renderBody(webhook, exchange, rules)
  if (rendered.kind === 'failed') {
    return { kind: 'fail', stage: 'template', code: 'TEMPLATE_FAILED', message: rendered.reason }
  }
  const { text: body, isJson } = rendered
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Sluice',
    ...lowerCaseNames(webhook.headers),
    ...signDelivery({ id, at, body, secrets: [webhook.secret] }),
  }
  const { url, port, target } = destination
  return { kind: 'send', request: { url, port, target, headers, body, isJson, timeoutMs: webhook.timeout_ms } }
}

type Body = { kind: 'rendered'; text: string; isJson: boolean } | { kind: 'failed'; reason: string }

function renderBody(webhook: WebhookRecord, exchange: RecordedExchange, { templateOf }: PlanningRules): Body {
  const payload = deliveryPayload(exchange, webhook)
  if (!webhook.transform.enabled) return { kind: 'rendered', text: JSON.stringify(payload), isJson: true }
  const parsed = templateOf(webhook.transform.template)
  if (parsed.kind === 'invalid') return { kind: 'failed', reason: parsed.message }
  return renderTransformed(parsed.template, payload)
}

function renderTransformed(template: Template, payload: Parameters<typeof viewOf>[0]): Body {
  const rendered = renderTemplate(template, viewOf(payload), escapeForJson)
  if (rendered.kind === 'failed') return rendered
  return { ...rendered, isJson: isValidJson(rendered.text) }
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
