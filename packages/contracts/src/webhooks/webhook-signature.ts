import { z } from 'zod'

/** What the headers of the default scheme begin with, where a webhook names nothing else. */
export const DEFAULT_SIGNATURE_PREFIX = 'webhook'
const MAX_PREFIX = 40
const FEWEST_CHARACTERS = 8
const MOST_CHARACTERS = 256
const MAX_LABEL = 40

const headerPrefix = z
  .string()
  .regex(/^[a-z](?:[a-z0-9-]*[a-z0-9])?$/, 'This is lower-case letters, digits and hyphens, like svix.')
  .max(MAX_PREFIX)

const signatureHeader = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'This is no valid header name.')
  .max(200)

/** The key of a second signature is the bytes of this text as it stands, a beginning like `whsec_` among them. */
const secondSecret = z
  .string()
  .regex(/^[\x20-\x7e]+$/, 'A secret is printable ASCII in one line.')
  .min(FEWEST_CHARACTERS, `A secret has ${FEWEST_CHARACTERS} characters at least.`)
  .max(MOST_CHARACTERS, `A secret has ${MOST_CHARACTERS} characters at most.`)
  .meta({ description: 'Written, and shown as a mask; the mask, sent back, leaves it as it is.' })

/** HMAC-SHA256 of the body alone. */
const bodySignature = z
  .strictObject({
    scheme: z.literal('hmac-sha256'),
    header: signatureHeader,
    encoding: z.enum(['hex', 'base64']).default('hex'),
    label: z
      .string()
      .regex(/^[\x21-\x7e]*$/, 'A label is printable ASCII without blanks, like sha256=.')
      .max(MAX_LABEL)
      .default('')
      .meta({ description: 'What stands before the signature, like sha256=' }),
    secret: secondSecret,
  })
  .meta({ id: 'BodySignature' })

/** HMAC-SHA256 of the time, a dot and the body, written as `t=<seconds>,v1=<hex>`. */
const timedSignature = z
  .strictObject({ scheme: z.literal('timed-hmac-sha256'), header: signatureHeader, secret: secondSecret })
  .meta({ id: 'TimedSignature' })

/** A signature beside that of the default scheme, for a receiver that still checks another one. */
const secondSignature = z.discriminatedUnion('scheme', [bodySignature, timedSignature]).meta({ id: 'SecondSignature' })
export type SecondSignature = z.infer<typeof secondSignature>

/**
 * How the deliveries of a webhook are signed (docs/reference/webhooks.md#signatures): always by Standard Webhooks, in
 * headers that begin with `prefix`, and by a second scheme beside it while a receiver moves.
 */
export const webhookSignature = z
  .strictObject({
    scheme: z.literal('standard').default('standard'),
    prefix: headerPrefix.default(DEFAULT_SIGNATURE_PREFIX),
    second: secondSignature.optional(),
  })
  .meta({ id: 'WebhookSignature' })
export type WebhookSignature = z.infer<typeof webhookSignature>
