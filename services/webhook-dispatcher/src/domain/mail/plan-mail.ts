import type { EmailWebhook, RecordedExchange } from '@sluice/contracts'
import { indentJson } from '@sluice/json'
import { payloadText, viewOf } from '../request/delivery-payload.ts'
import type { DeliveryBody, PlanFault } from '../request/plan-delivery.ts'
import {
  escapeForHtml,
  escapeForJson,
  isValidJson,
  renderText,
  type TemplateOf,
  type TemplateView,
} from '../template/render-template.ts'
import { recipientsOf } from './recipients.ts'

/** One mail, as plain text all through: nothing in it is looked up, read or fetched any more. */
export type PlannedMail = {
  /** With its angle brackets; the same for every attempt of one delivery. */
  messageId: string
  from: string
  to: readonly string[]
  cc: readonly string[]
  /** Everyone of `to` and `cc`, once. */
  recipients: readonly string[]
  subject: string
  body: string
  bodyType: EmailWebhook['email']['bodyType']
  isJson: boolean | null
}

const MAX_SUBJECT_CHARACTERS = 500

/** Subject and body of a mail. `isJson` is null for HTML, where the question makes no sense. */
export function renderMail(
  webhook: EmailWebhook,
  exchange: RecordedExchange,
  templateOf: TemplateOf,
): DeliveryBody | PlanFault {
  const view = viewOf(exchange, webhook)
  const subject = renderText(templateOf(webhook.email.subject), view, text => text)
  if (subject.kind === 'failed') return templateFault('subject', subject.reason)
  const payload = () => payloadText(exchange, webhook)
  const body = renderBody(webhook, { view, payload }, templateOf)
  if (body.kind === 'failed') return templateFault('bodyTemplate', body.reason)
  const isJson = webhook.email.bodyType === 'json' ? isValidJson(body.text) : null
  return { kind: 'body', subject: oneLine(subject.text), text: body.text, isJson }
}

type MailView = { view: TemplateView; payload(): string }

function renderBody({ email }: EmailWebhook, { view, payload }: MailView, templateOf: TemplateOf) {
  if (email.bodyType === 'html') return renderText(templateOf(email.bodyTemplate), view, escapeForHtml)
  // Indented, since people read it; it means the same to a program.
  if (isDefaultPayload(email)) return { kind: 'rendered', text: indentJson(payload()) } as const
  return renderText(templateOf(email.bodyTemplate), view, escapeForJson)
}

/** Whether the default payload is sent in the place of a template. */
export const isDefaultPayload = ({ bodyType, bodyTemplate }: EmailWebhook['email']): boolean =>
  bodyType === 'json' && bodyTemplate.trim() === ''

/** A header in the making must stay one: what could begin another becomes a blank. */
export const oneLine = (text: string): string => {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  const characters = [...line.slice(0, 2 * MAX_SUBJECT_CHARACTERS)]
  return characters.length > MAX_SUBJECT_CHARACTERS
    ? `${characters.slice(0, MAX_SUBJECT_CHARACTERS - 1).join('')}…`
    : characters.join('')
}

const templateFault = (field: 'subject' | 'bodyTemplate', reason: string): PlanFault => ({
  kind: 'fail',
  stage: 'template',
  code: 'TEMPLATE_FAILED',
  message: `${field}: ${reason}`,
})

type AddressedMail = { id: string; webhook: EmailWebhook; body: Omit<DeliveryBody, 'kind'>; from: string }

/** The mail that carries a body to its webhook's recipients. @param id of the delivery */
export function addressMail({ id, webhook, body, from }: AddressedMail): PlannedMail {
  const { to, cc, bodyType } = webhook.email
  return {
    messageId: `<${id}@${from.slice(from.indexOf('@') + 1)}>`,
    from,
    to,
    cc,
    recipients: recipientsOf(webhook.email),
    subject: body.subject ?? '',
    body: body.text,
    bodyType,
    isJson: body.isJson,
  }
}
