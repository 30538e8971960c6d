import type { HttpWebhook, RecordedExchange } from '@sluice/contracts'
import type { DestinationCheck } from '../target/destination.ts'
import { escapeForJson, isValidJson, renderText, type TemplateOf } from '../template/render-template.ts'
import type { SigningHeaders } from './delivery-headers.ts'
import { payloadText, viewOf } from './delivery-payload.ts'
import { type DeliverySigning, signatureHeaders, signDelivery } from './sign-delivery.ts'

/** One HTTP request, ready to be sent. */
export type PlannedRequest = {
  url: URL
  port: number
  target: string
  headers: Readonly<Record<string, string>>
  body: string
  isJson: boolean | null
  timeoutMs: number
  signatures?: SigningHeaders
}

export type PlanFault = { kind: 'fail'; stage: 'destination' | 'template'; code: string; message: string }

/**
 * What was rendered. `isJson`: whether it is valid JSON, a template may produce anything; null where it is not meant to
 * be. `subject`: of a mail.
 */
export type DeliveryBody = { kind: 'body'; text: string; isJson: boolean | null; subject?: string | undefined }

/** What a delivery is rendered by. */
export type RenderedWebhook = Pick<HttpWebhook, '_id' | 'name' | 'transform'>

/** The body of an HTTP delivery: the default payload, or the rendered template. */
export function renderDelivery(
  webhook: RenderedWebhook,
  exchange: RecordedExchange,
  templateOf: TemplateOf,
): DeliveryBody | PlanFault {
  if (!webhook.transform.enabled) return { kind: 'body', text: payloadText(exchange, webhook), isJson: true }
  const rendered = renderText(templateOf(webhook.transform.template), viewOf(exchange, webhook), escapeForJson)
  if (rendered.kind === 'failed') return templateFault(rendered.reason)
  return { kind: 'body', text: rendered.text, isJson: isValidJson(rendered.text) }
}

const templateFault = (message: string): PlanFault => ({
  kind: 'fail',
  stage: 'template',
  code: 'TEMPLATE_FAILED',
  message,
})

export type DeliveryPlanInput = {
  id: string
  webhook: HttpWebhook
  body: Omit<DeliveryBody, 'kind'>
  at: Date
  /** What signs at this moment. */
  signing: DeliverySigning
  /** Headers of ours besides the signature. */
  extra: Readonly<Record<string, string>>
}

/** The request that carries a body to its webhook's url, signed as of now. @param destination that of the url */
export function addressDelivery(
  { id, webhook, body, at, signing, extra }: DeliveryPlanInput,
  destination: DestinationCheck,
): { kind: 'send'; request: PlannedRequest } | PlanFault {
  if (destination.kind === 'refused') {
    return {
      kind: 'fail',
      stage: 'destination',
      code: 'DESTINATION_REFUSED',
      message: `The url ${destination.reason}.`,
    }
  }
  const own = { ...lowerCaseNames(webhook.headers), ...extra }
  const headers = deliveryHeaders({ id, at, body: body.text, ...signing }, own)
  const { url, port, target } = destination
  const { text, isJson } = body
  const timeoutMs = webhook.timeout_ms
  const signatures = signatureHeaders(signing)
  return { kind: 'send', request: { url, port, target, headers, body: text, isJson, timeoutMs, signatures } }
}

/** The headers of a delivery that is signed as of `at`. @param own what stands beside those that every delivery has */
export const deliveryHeaders = (
  signed: Parameters<typeof signDelivery>[0],
  own: Readonly<Record<string, string>>,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Sluice',
  ...own,
  ...signDelivery(signed),
})

const lowerCaseNames = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
