import { z } from 'zod'
import { wireDate } from '../json/wire-values.ts'

/** In front of a secret, as Standard Webhooks writes it. */
export const SIGNING_SECRET_PREFIX = 'whsec_'
const [FEWEST_BYTES, MOST_BYTES] = [24, 64]
/** 30 days. */
const MAX_GRACE_SECONDS = 2_592_000
/** How long the old secret of a webhook signs beside the new one, where nobody says otherwise. */
export const DEFAULT_GRACE_SECONDS = 86_400

/** A signing secret of one's own. */
export const signingSecret = z
  .string()
  .refine(isSigningSecret, `This is no signing secret: ${SIGNING_SECRET_PREFIX} and base64 of 24 to 64 bytes.`)

function isSigningSecret(text: string): boolean {
  const encoded = text.slice(SIGNING_SECRET_PREFIX.length)
  const bytes = Buffer.from(encoded, 'base64')
  const isBase64 = bytes.toString('base64') === encoded
  return (
    text.startsWith(SIGNING_SECRET_PREFIX) && isBase64 && bytes.length >= FEWEST_BYTES && bytes.length <= MOST_BYTES
  )
}

const GRACE = { error: `This is a whole number of seconds, 0 to ${MAX_GRACE_SECONDS}.` }

/** What is asked of a rotation. */
export const secretRotation = z.strictObject({
  graceSeconds: z
    .int(GRACE)
    .min(0, GRACE)
    .max(MAX_GRACE_SECONDS, GRACE)
    .default(DEFAULT_GRACE_SECONDS)
    .meta({ description: 'For how long the old secret signs beside the new one.' }),
})

/** The answer to a rotation: with the new secret, this once; a dry run makes none. */
export const rotatedSecret = z.object({
  secret: z.string().optional(),
  secretHint: z.string().optional(),
  previousUntil: wireDate,
})
