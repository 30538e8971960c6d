import { z } from 'zod'

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

/** What a client may write of a webhook (spec 2.4); rules that need a look at the destination are the dispatcher's. */
export const webhookInput = z.strictObject({
  name: z.string().min(1).max(200),
  type: z.literal('http').default('http'),
  condition: z.string().min(1).max(4096),
  enabled: z.boolean().default(true),
  url: z.string().min(1).max(2048),
  timeout_ms: z.int().min(1000).max(30_000).default(5000),
  headers: z.record(headerName, headerValue).default({}),
  transform: z
    .strictObject({ enabled: z.boolean().default(false), template: z.string().max(65_536).default('') })
    .default({ enabled: false, template: '' }),
})
export type WebhookInput = z.infer<typeof webhookInput>

/** A webhook as it is stored. Each change is a new `version`; `sequence` is its place in the change log. */
export const webhookRecord = webhookInput.extend({
  _id: webhookId,
  version: z.int().min(1),
  secret: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type WebhookRecord = z.infer<typeof webhookRecord>
