import { z } from 'zod'
import { mailAddress } from './mail.ts'

export const webhookId = z.string().min(1).max(100).brand<'WebhookId'>()
export type WebhookId = z.infer<typeof webhookId>

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'This is no valid header name.')
  .max(200)
const headerValue = z
  .string()
  .regex(/^[\t\x20-\x7e]*$/, 'A header value is printable ASCII in one line.')
  .max(8192)

const templateText = z.string().max(65_536)

/** Most recipients of one webhook, `to` and `cc` together. */
export const MAX_RECIPIENTS = 50

const commonFields = {
  name: z.string().min(1).max(200),
  condition: z.string().min(1).max(4096),
  enabled: z.boolean().default(true),
}

const httpWebhookInput = z.strictObject({
  ...commonFields,
  // Optional inside of the default, so that a document without a type is found to be this one.
  type: z.literal('http').optional().default('http'),
  url: z.string().min(1).max(2048),
  timeout_ms: z.int().min(1000).max(30_000).default(5000),
  headers: z.record(headerName, headerValue).default({}),
  transform: z
    .strictObject({ enabled: z.boolean().default(false), template: templateText.default('') })
    .default({ enabled: false, template: '' }),
})

/** `bodyTemplate` may be blank for `json` alone: the default payload is sent then. */
const emailFields = z.strictObject({
  to: z.array(mailAddress).min(1).max(MAX_RECIPIENTS),
  cc: z.array(mailAddress).max(MAX_RECIPIENTS).default([]),
  subject: z.string().min(1).max(1000),
  bodyType: z.enum(['json', 'html']),
  bodyTemplate: templateText,
})

const emailWebhookInput = z.strictObject({ ...commonFields, type: z.literal('email'), email: emailFields })

/**
 * What a client may write of a webhook (spec 2.4), by its `type`; `http` when it names none. Rules that need a look at
 * the destination or into a template are the dispatcher's.
 */
export const webhookInput = z.discriminatedUnion('type', [httpWebhookInput, emailWebhookInput])
export type WebhookInput = z.infer<typeof webhookInput>

/** Some fields of a webhook: what a change may hold. */
export const webhookChange = z.union([httpWebhookInput.partial(), emailWebhookInput.partial()])

const wireDate = z.object({ $date: z.number() })
const shownFields = {
  _id: z.string(),
  version: z.int(),
  secretHint: z.string(),
  createdAt: wireDate,
  updatedAt: wireDate,
}

/** A webhook as it is shown: credentials in headers masked, the secret only hinted at. */
export const shownWebhook = z.discriminatedUnion('type', [
  httpWebhookInput.extend(shownFields),
  emailWebhookInput.extend(shownFields),
])

/** `warnings`: what keeps the webhook from working, though it could be saved; left out where there is nothing. */
const savedFields = { ...shownFields, warnings: z.array(z.string()).optional() }

/** The answer to saving a webhook. */
export const savedWebhook = z.discriminatedUnion('type', [
  httpWebhookInput.extend(savedFields),
  emailWebhookInput.extend(savedFields),
])

/** The answer to creating one: the only one with the secret. */
export const newWebhook = z.discriminatedUnion('type', [
  httpWebhookInput.extend({ ...savedFields, secret: z.string() }),
  emailWebhookInput.extend({ ...savedFields, secret: z.string() }),
])

/** Each change is a new `version`. */
const storedFields = {
  _id: webhookId,
  version: z.int().min(1),
  secret: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
}
const httpWebhook = httpWebhookInput.extend(storedFields)
const emailWebhook = emailWebhookInput.extend(storedFields)

/** A webhook as it is stored; `sequence` is its place in the change log. */
export const webhookRecord = z.discriminatedUnion('type', [httpWebhook, emailWebhook])
export type WebhookRecord = z.infer<typeof webhookRecord>
export type HttpWebhook = z.infer<typeof httpWebhook>
export type EmailWebhook = z.infer<typeof emailWebhook>
