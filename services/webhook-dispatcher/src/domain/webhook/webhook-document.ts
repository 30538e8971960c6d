import { isDeepStrictEqual } from 'node:util'
import {
  displayNameFault,
  type FieldError,
  fieldErrors,
  type Refusal,
  refuseFields,
  type WebhookInput,
  type WebhookRecord,
  webhookInput,
} from '@sluice/contracts'
import { mergePatch } from '@sluice/json'
import { maskHeaders, unmaskHeaders } from '../request/delivery-headers.ts'
import { secretHint } from '../request/sign-delivery.ts'
import type { OpenBlock } from '../target/public-address.ts'
import { activeSecrets } from './rotate-secret.ts'
import { isSameServer } from './same-server.ts'
import { type MaskBasis, maskSignature, unmaskSignature } from './second-signature.ts'
import { findWebhookFaults } from './webhook-faults.ts'

export type WebhookCheck = { kind: 'valid'; input: WebhookInput } | Refusal

/** Fields that are shown and can't be written; a document that was read may be sent back with them. */
const READ_ONLY = new Set([
  '_id',
  '_etag',
  'version',
  'createdAt',
  'updatedAt',
  'secretHint',
  'previousUntil',
  'warnings',
  'heldBack',
  'autoDisabled',
  'switchedOnAt',
])

type Fields = Readonly<Record<string, unknown>>

/** What a document is judged against. */
type WebhookBasis = {
  /** The webhook that a document replaces; undefined where it makes one. */
  stored: WebhookRecord | undefined
  /** The webhook whose header values the masks in the document stand for; by default the stored one. */
  masked?: WebhookRecord | undefined
}

/**
 * Whether this document could work as a webhook: fields, condition, destination or recipients, headers, templates. A
 * masked value is put back as long as it goes to the same server: who may change a webhook must not learn by it what
 * nobody is shown.
 */
export function checkWebhook(
  document: Fields,
  { stored, masked = stored }: WebhookBasis,
  open: readonly OpenBlock[],
): WebhookCheck {
  const parsed = webhookInput.safeParse(stored ? withoutReadOnly(document) : document)
  if (!parsed.success) return refuseFields(fieldErrors(parsed.error))
  const { input, faults: ofMasks } = unmask(parsed.data, { stored, masked })
  const faults = [...nameFaults(input, stored), ...findWebhookFaults(input, { stored, open }), ...ofMasks]
  return faults.length > 0 ? refuseFields(faults) : { kind: 'valid', input }
}

/** A name that was stored when any name could be stays as it is. */
function nameFaults({ name }: WebhookInput, stored: WebhookRecord | undefined): FieldError[] {
  const message = name === stored?.name ? undefined : displayNameFault(name)
  return message ? [{ path: 'name', message }] : []
}

function unmask(input: WebhookInput, basis: MaskBasis): { input: WebhookInput; faults: FieldError[] } {
  if (input.type === 'email') return { input, faults: [] }
  const before = basis.masked?.type === 'http' ? basis.masked : NOTHING_MASKED
  const { headers, kept, unknown } = unmaskHeaders(input.headers, before.headers)
  const { faults: ofSignature, ...signed } = unmaskSignature(input, basis)
  const moved = isSameServer(input.url, before.url) ? [] : kept
  const faults = [
    ...unknown.map(name => maskFault(name, 'This is the mask of a value, and no value is stored under it.')),
    ...moved.map(name => maskFault(name, ELSEWHERE)),
    ...ofSignature,
  ]
  return { input: { ...input, headers, ...signed }, faults }
}

const NOTHING_MASKED = { url: '', headers: {} }

const ELSEWHERE =
  'The url leads to another server, which does not get this value unseen. Send it in clear, or leave the header out.'

const maskFault = (name: string, message: string): FieldError => ({ path: `headers.${name}`, message })

/** Fields that a patch replaces whole. */
const WHOLE = ['headers', 'signature']

/**
 * The document that a JSON merge patch makes of a stored webhook; `headers` and `signature` are replaced whole when given. A patch that
 * names the other type leaves the fields of the old one behind.
 */
export function patchWebhook(stored: WebhookRecord, patch: Fields): Fields {
  const isOtherType = patch.type !== undefined && patch.type !== stored.type
  return mergePatch(isOtherType ? commonFieldsOf(stored) : fieldsOf(stored), withoutReadOnly(patch), WHOLE)
}

/** A webhook as it is shown: no secret, credentials in headers masked, dates as everywhere. */
export function showWebhook(record: WebhookRecord, at: Date) {
  const { secret, previousSecret, previousUntil, createdAt, updatedAt, hearing, autoDisabled, switchedOnAt, ...rest } =
    record
  const doTwoSign = activeSecrets(record, at).length > 1
  return {
    ...rest,
    ...(rest.type === 'http' ? { headers: maskHeaders(rest.headers), ...maskSignature(rest) } : {}),
    _etag: String(rest.version),
    secretHint: secretHint(secret),
    ...(doTwoSign && previousUntil ? { previousUntil: { $date: previousUntil.getTime() } } : {}),
    ...(autoDisabled ? { autoDisabled: showAutoDisabled(autoDisabled) } : {}),
    ...(switchedOnAt ? { switchedOnAt: { $date: switchedOnAt.getTime() } } : {}),
    createdAt: { $date: createdAt.getTime() },
    updatedAt: { $date: updatedAt.getTime() },
  }
}

const showAutoDisabled = ({ at, since, failures }: NonNullable<WebhookRecord['autoDisabled']>) => ({
  at: { $date: at.getTime() },
  since: { $date: since.getTime() },
  failures,
})

/** A webhook as a document that is written anew: its header values and its second secret masked, without its secret. */
export const fieldsOf = (record: WebhookRecord): Fields =>
  record.type === 'http'
    ? { ...documentOf(record), headers: maskHeaders(record.headers), ...maskSignature(record) }
    : documentOf(record)

function commonFieldsOf(record: WebhookRecord): Fields {
  const { name, condition, enabled, retry, maxPerMinute, disableAfter, contact } = record
  return {
    name,
    condition,
    enabled,
    maxPerMinute,
    ...(retry ? { retry } : {}),
    ...(disableAfter ? { disableAfter } : {}),
    ...(contact ? { contact } : {}),
  }
}

function documentOf(record: WebhookRecord): Fields {
  const {
    _id,
    version,
    secret,
    previousSecret,
    previousUntil,
    createdAt,
    updatedAt,
    hearing,
    autoDisabled,
    switchedOnAt,
    ...fields
  } = record
  return fields
}

/** Whether two versions of a webhook do the same: they may differ in their number, their time, and a secret whose grace has ended. */
export const doSame = (one: WebhookRecord, other: WebhookRecord): boolean =>
  one.secret === other.secret && isDeepStrictEqual(documentOf(one), documentOf(other))

/** A document that was read, less what can't be written. */
export const withoutReadOnly = (document: Fields): Fields =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !READ_ONLY.has(name)))
