import { refuse, webhookInput } from '@sluice/contracts'
import { z } from 'zod'

const wireDate = z.object({ $date: z.number() })

/** A webhook as it is shown: credentials in headers masked, the secret only hinted at. */
export const webhookAnswer = webhookInput.extend({
  _id: z.string(),
  version: z.int(),
  secretHint: z.string(),
  createdAt: wireDate,
  updatedAt: wireDate,
})

/** The answer to creating one: the only one with the secret. */
export const newWebhookAnswer = webhookAnswer.extend({ secret: z.string() })

/** A body that is checked field by field later, so that all faults are reported together. */
export const anyFields = z.record(z.string(), z.unknown())

export const noSuchWebhook = () => refuse('NOT_FOUND', 'There is no webhook with this id.')
