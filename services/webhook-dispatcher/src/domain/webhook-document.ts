import {
  type FieldError,
  fieldErrors,
  type Refusal,
  refuseFields,
  type WebhookInput,
  type WebhookRecord,
  webhookInput,
} from '@sluice/contracts'
import { parsePredicate } from '@sluice/predicate'
import { findHeaderFaults, maskHeaders, unmaskHeaders } from './delivery-headers.ts'
import { checkDestination } from './destination.ts'
import { mergePatch } from './merge-patch.ts'
import { parseTemplate } from './parse-template.ts'
import type { OpenBlock } from './public-address.ts'
import { secretHint } from './sign-delivery.ts'

export type WebhookCheck = { kind: 'valid'; input: WebhookInput } | Refusal

/** Fields that are shown and can't be written; a document that was read may be sent back with them. */
const READ_ONLY = new Set(['_id', 'version', 'createdAt', 'updatedAt', 'secretHint'])

type Fields = Readonly<Record<string, unknown>>

/**
 * Whether this document could work as a webhook: fields, condition, destination, headers, template.
 * @param stored the webhook that it replaces; header values that were sent masked are taken from it
 */
export function checkWebhook(
  document: Fields,
  stored: WebhookRecord | undefined,
  open: readonly OpenBlock[],
): WebhookCheck {
  const parsed = webhookInput.safeParse(stored ? withoutReadOnly(document) : document)
  if (!parsed.success) return refuseFields(fieldErrors(parsed.error))
  const { headers, unknown } = unmaskHeaders(parsed.data.headers, stored?.headers ?? {})
  const input = { ...parsed.data, headers }
  const faults = [
    ...conditionFaults(input),
    ...urlFaults(input, open),
    ...findHeaderFaults(headers),
    ...unknown.map(name => fault(`headers.${name}`, 'This is the mask of a value, and no value is stored under it.')),
    ...templateFaults(input),
  ]
  return faults.length > 0 ? refuseFields(faults) : { kind: 'valid', input }
}

/** The document that a JSON merge patch makes of a stored webhook; `headers` is replaced whole when given. */
export function patchWebhook(stored: WebhookRecord, patch: Fields): Fields {
  return mergePatch(inputOf(stored), withoutReadOnly(patch), ['headers'])
}

/** A webhook as it is shown: no secret, credentials in headers masked, dates as everywhere. */
export function showWebhook(record: WebhookRecord) {
  const { secret, createdAt, updatedAt, headers, ...rest } = record
  return {
    ...rest,
    headers: maskHeaders(headers),
    secretHint: secretHint(secret),
    createdAt: { $date: createdAt.getTime() },
    updatedAt: { $date: updatedAt.getTime() },
  }
}

function inputOf({ name, type, condition, enabled, url, timeout_ms, headers, transform }: WebhookRecord): Fields {
  return { name, type, condition, enabled, url, timeout_ms, headers, transform }
}

const withoutReadOnly = (document: Fields): Fields =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !READ_ONLY.has(name)))

function conditionFaults({ condition }: WebhookInput): FieldError[] {
  const parsed = parsePredicate(condition, 'condition')
  if (parsed.kind === 'parsed') return []
  const { message, line, column } = parsed
  return [{ path: 'condition', message: `${message} (line ${line}, column ${column})`, line, column }]
}

function urlFaults({ url }: WebhookInput, open: readonly OpenBlock[]): FieldError[] {
  const checked = checkDestination(url, open)
  return checked.kind === 'refused' ? [fault('url', `The url ${checked.reason}.`)] : []
}

function templateFaults({ transform }: WebhookInput): FieldError[] {
  if (transform.enabled && transform.template === '') {
    return [fault('transform.template', 'A template is needed when transform.enabled is true.')]
  }
  const parsed = parseTemplate(transform.template)
  if (parsed.kind === 'template') return []
  const { message, line, column } = parsed
  return [{ path: 'transform.template', message, line, column }]
}

const fault = (path: string, message: string): FieldError => ({ path, message })
