import {
  type EmailWebhook,
  type FieldError,
  type HttpWebhook,
  MAX_RECIPIENTS,
  type WebhookInput,
  type WebhookRecord,
} from '@sluice/contracts'
import { type ParseResult, parsePredicate } from '@sluice/predicate'
import { recipientsOf } from '../mail/recipients.ts'
import { findHeaderFaults } from '../request/delivery-headers.ts'
import { checkDestination } from '../target/destination.ts'
import type { OpenBlock } from '../target/public-address.ts'
import { parseTemplate, type TemplateResult } from '../template/parse-template.ts'
import { findSignatureFaults } from './second-signature.ts'

/** What a webhook is judged against beside its own fields. */
type FaultBasis = { stored: WebhookRecord | undefined; open: readonly OpenBlock[] }

/** What keeps this webhook from working, though each of its fields has the right form. */
export function findWebhookFaults(input: WebhookInput, basis: FaultBasis): FieldError[] {
  return [...conditionFaults(input), ...(input.type === 'http' ? httpFaults(input, basis) : emailFaults(input))]
}

function conditionFaults({ condition }: WebhookInput): FieldError[] {
  const parsed = parsePredicate(condition, 'condition')
  return parsed.kind === 'parsed' ? [] : [conditionFault(parsed)]
}

/** What is wrong with a field `condition`. */
export const conditionFault = ({ message, line, column }: Extract<ParseResult, { kind: 'invalid' }>): FieldError => ({
  path: 'condition',
  message: `${message} (line ${line}, column ${column})`,
  line,
  column,
})

type HttpInput = Extract<WebhookInput, { type: 'http' }>

function httpFaults(input: HttpInput, { stored, open }: FaultBasis): FieldError[] {
  const { url, headers, transform } = input
  const checked = checkDestination(url, open)
  return [
    ...(checked.kind === 'refused' ? [fault('url', `The url ${checked.reason}.`)] : []),
    ...findHeaderFaults(headers),
    ...findSignatureFaults(input, stored),
    ...findTransformFaults(transform),
  ]
}

/** What is wrong with a field `transform`. */
export function findTransformFaults(transform: HttpWebhook['transform']): FieldError[] {
  const isMissing = transform.enabled && transform.template === ''
  return [
    ...(isMissing ? [fault('transform.template', 'A template is needed when transform.enabled is true.')] : []),
    ...templateFaults('transform.template', transform.template),
  ]
}

function emailFaults({ email }: Pick<EmailWebhook, 'email'>): FieldError[] {
  const count = recipientsOf(email).length
  const isMissing = email.bodyType === 'html' && email.bodyTemplate.trim() === ''
  return [
    ...(count > MAX_RECIPIENTS
      ? [fault('email.cc', `to and cc name ${count} recipients; together they may have ${MAX_RECIPIENTS}.`)]
      : []),
    ...templateFaults('email.subject', email.subject),
    ...(isMissing ? [fault('email.bodyTemplate', 'A template is needed for an html body.')] : []),
    ...templateFaults('email.bodyTemplate', email.bodyTemplate),
  ]
}

function templateFaults(path: string, template: string): FieldError[] {
  const parsed = parseTemplate(template)
  return parsed.kind === 'template' ? [] : [templateFault(path, parsed)]
}

/** What is wrong with a template in this field. */
export const templateFault = (
  path: string,
  { message, line, column }: Extract<TemplateResult, { kind: 'invalid' }>,
): FieldError => ({ path, message, line, column })

const fault = (path: string, message: string): FieldError => ({ path, message })
