import { z } from 'zod'
import { toldByType, wireDate } from '../json/wire-values.ts'
import { mailAddress } from './mail.ts'
import { signingSecret } from './signing-secret.ts'
import { webhookSignature } from './webhook-signature.ts'

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

/** Most requests of one delivery. */
const MAX_ATTEMPTS = 20

/** `attempts` counts all requests; `schedule` has the seconds between them, of which the last repeats. */
const retryPolicy = z
  .strictObject({
    attempts: z.int().min(2).max(MAX_ATTEMPTS),
    schedule: z.array(z.int().min(1).max(86_400)).min(1).max(MAX_ATTEMPTS),
  })
  .meta({ id: 'RetryPolicy' })
export type RetryPolicy = z.infer<typeof retryPolicy>

/** When a webhook that fails is switched off by itself: both have to be reached, without a success in between, and it fails still. */
const disableAfter = z
  .strictObject({ failures: z.int().min(1).max(100_000), days: z.int().min(1).max(30) })
  .meta({ id: 'DisableAfter' })

/** Most addresses that are told of one webhook. */
const MAX_CONTACTS = 5

const commonFields = {
  name: z.string().min(1).max(200),
  condition: z.string().min(1).max(4096),
  enabled: z.boolean().default(true),
  retry: retryPolicy.optional().meta({ description: 'Without it, each delivery is tried once.' }),
  disableAfter: disableAfter.optional().meta({
    description: 'Switches the webhook off once so many deliveries in a row have failed, for so many days.',
  }),
  contact: z
    .array(mailAddress)
    .min(1)
    .max(MAX_CONTACTS)
    .optional()
    .meta({ description: 'Who is told by mail that the webhook fails, is held back, or was switched off.' }),
  maxPerMinute: z.int().min(1).max(60_000).default(6000).meta({ description: 'What is beyond it waits.' }),
}

const httpOwn = {
  // Optional inside of the default, so that a document without a type is found to be this one.
  type: z.literal('http').optional().default('http'),
  url: z.string().min(1).max(2048),
  timeout_ms: z.int().min(1000).max(30_000).default(5000),
  headers: z.record(headerName, headerValue).meta({ id: 'WebhookHeaders' }).default({}),
  transform: z
    .strictObject({ enabled: z.boolean().default(false), template: templateText.default('') })
    .meta({ id: 'WebhookTransform' })
    .default({ enabled: false, template: '' }),
  // Left out where nobody has asked for another, so that a version without this field reads the others.
  signature: webhookSignature
    .optional()
    .meta({ description: 'Without it, Standard Webhooks with headers that begin with webhook-.' }),
}
/** What decides of an exchange whether it is delivered, and as what. */
export const renderedFields = { condition: commonFields.condition, transform: httpOwn.transform }
const httpFields = z.strictObject({ ...commonFields, ...httpOwn })

/** `bodyTemplate` may be blank for `json` alone: the default payload is sent then. */
const emailFields = z
  .strictObject({
    to: z.array(mailAddress).min(1).max(MAX_RECIPIENTS),
    cc: z.array(mailAddress).max(MAX_RECIPIENTS).default([]),
    subject: z.string().min(1).max(1000),
    bodyType: z.enum(['json', 'html']),
    bodyTemplate: templateText,
  })
  .meta({ id: 'WebhookMail' })

const emailOwn = { type: z.literal('email'), email: emailFields }
const emailWebhookFields = z.strictObject({ ...commonFields, ...emailOwn })

/** A secret of one's own takes the place of the one before, which signs beside it for the usual grace. */
const ownSecret = { secret: signingSecret.optional() }
const httpWebhookInput = httpFields.extend(ownSecret)
const emailWebhookInput = emailWebhookFields.extend(ownSecret)

/**
 * What a client may write of a webhook (docs/reference/webhooks.md#fields), by its `type`; `http` when it names none. Rules that need a look at
 * the destination or into a template are the dispatcher's.
 */
export const webhookInput = z.discriminatedUnion('type', [httpWebhookInput, emailWebhookInput])
export type WebhookInput = z.infer<typeof webhookInput>

/** The same for the description of the API, where fields that are the same stand once. Here they may all be left out. */
const httpSent = z
  .object({ ...commonFields, ...httpOwn, ...ownSecret })
  .partial()
  .meta({ id: 'HttpWebhookInput' })
const emailSent = z
  .object({ ...commonFields, ...emailOwn, ...ownSecret })
  .partial()
  .meta({ id: 'EmailWebhookInput' })
const needed = { name: z.string(), condition: z.string() }
const sentForm = z
  .union([
    httpSent.and(z.object({ ...needed, url: z.string() })),
    emailSent.and(z.object({ ...needed, type: z.literal('email'), email: emailFields })),
  ])
  .meta({
    id: 'WebhookFormInput',
    examples: [{ name: 'New route', condition: "path('/routes')", url: 'https://hooks.example.com/routes' }],
  })
/** No other fields are taken, in whichever part of the schema they stand. */
const CLOSED = { unevaluatedProperties: false }
/** A webhook as it is sent, for the description of the API. */
export const sentWebhook = sentForm.meta({ id: 'WebhookInput', ...CLOSED })

const eventField = { event: z.uuid().optional() }
/** The event that a webhook is tested by; without one it is a sample. */
export const testQuestion = z.object(eventField)
/** A webhook that is tested before it is saved, with `event` beside its fields. */
export const unsavedWebhook = sentForm.and(z.object(eventField)).meta(CLOSED)

/** What a change may hold: some fields of a webhook. Dotted names reach inside. */
export const webhookChange = z.union([httpSent, emailSent]).meta({ id: 'WebhookChangeInput' })

const UNMADE = { description: 'Left out by a dry run, which makes none.' }
const commonShown = {
  ...commonFields,
  _id: z.string(),
  _etag: z.string().optional().meta({ description: 'The version as If-Match takes it; left out by a dry run.' }),
  version: z.int(),
  secretHint: z.string().optional().meta(UNMADE),
  /** Until when the secret before this one signs too; left out once one alone signs. */
  previousUntil: wireDate.optional(),
  autoDisabled: z
    .object({ at: wireDate, since: wireDate, failures: z.int() })
    .optional()
    .meta({ description: 'It was switched off by its disableAfter, having failed since then.' }),
  switchedOnAt: wireDate
    .optional()
    .meta({ description: 'When it was switched on again; days and failures of disableAfter count from then.' }),
  createdAt: wireDate,
  updatedAt: wireDate,
}

/** What webhooks of both types show. */
const shownByBoth = z.object(commonShown).meta({ id: 'AnyWebhook' })

/**
 * A webhook as it is shown: credentials in headers masked, the secret only hinted at. Its type is always said, so that
 * it has one of two forms.
 */
export const shownWebhook = z
  .union([
    shownByBoth.and(z.object(httpOwn).extend({ type: z.literal('http') })).meta({
      id: 'HttpWebhook',
      examples: [
        {
          name: 'New route',
          condition: "path('/routes') and method('POST')",
          enabled: true,
          maxPerMinute: 6000,
          type: 'http',
          url: 'https://hooks.example.com/routes',
          timeout_ms: 5000,
          headers: {},
          transform: { enabled: false, template: '' },
          _id: '019aa6b7',
          version: 1,
          createdAt: { $date: 1795514401000 },
          updatedAt: { $date: 1795514401000 },
        },
      ],
    }),
    shownByBoth.and(z.object(emailOwn)).meta({ id: 'EmailWebhook' }),
  ])
  .meta({ id: 'Webhook', discriminator: toldByType({ http: 'HttpWebhook', email: 'EmailWebhook' }) })

/**
 * How many deliveries of a webhook wait, and since when: because of its `maxPerMinute` (`rate`), or because their target
 * does not answer (`target`). Left out where there are none.
 */
const heldBack = z.array(z.object({ reason: z.enum(['rate', 'target']), waiting: z.int(), since: wireDate })).optional()

/** A webhook by itself. */
export const shownWebhookNow = shownWebhook.and(z.object({ heldBack })).meta({ id: 'WebhookNow' })

/** `warnings`: what keeps the webhook from working, though it could be saved; left out where there is nothing. */
const warnings = z.array(z.string()).optional()

/** The answer to saving a webhook. */
export const savedWebhook = shownWebhook.and(z.object({ warnings })).meta({ id: 'SavedWebhook' })

/** The answer to creating one: the only one with the secret. */
export const newWebhook = shownWebhook
  .and(z.object({ warnings, secret: z.string().optional().meta(UNMADE) }))
  .meta({ id: 'CreatedWebhook' })

/**
 * What a webhook may hear of Sluice's own occurrences: what those may read who have written it. `among`: their read filters
 * on webhooks as JSON texts, all of which let a webhook through that it hears of; `user`: the only one who has written it.
 */
const hearingScope = z.object({ user: z.string().nullable(), among: z.array(z.string()) })
export type HearingScope = z.infer<typeof hearingScope>

/** Each change is a new `version`. */
const storedFields = {
  _id: webhookId,
  version: z.int().min(1),
  secret: z.string(),
  /** The secret before the last rotation; it signs too until then. */
  previousSecret: z.string().optional(),
  previousUntil: z.date().optional(),
  createdAt: z.date(),
  updatedAt: z.date(),
  /** Of a webhook that was switched off by its `disableAfter`, until somebody switches it on. */
  autoDisabled: z.object({ at: z.date(), since: z.date(), failures: z.int() }).optional(),
  /** When it was last switched on after it was off. */
  switchedOnAt: z.date().optional(),
  /** Of a webhook whose condition names occurrences. */
  hearing: hearingScope.optional(),
}
const httpWebhook = httpFields.extend(storedFields)
const emailWebhook = emailWebhookFields.extend(storedFields)

/** A webhook as it is stored; `sequence` is its place in the change log. */
export const webhookRecord = z.discriminatedUnion('type', [httpWebhook, emailWebhook])
export type WebhookRecord = z.infer<typeof webhookRecord>
export type HttpWebhook = z.infer<typeof httpWebhook>
export type EmailWebhook = z.infer<typeof emailWebhook>
