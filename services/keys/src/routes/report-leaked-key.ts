import { createHash } from 'node:crypto'
import { checkKeySecret, type Refusal, refuse } from '@sluice/contracts'
import {
  type Logger,
  networkOf,
  noContent,
  type Operation,
  occasionOf,
  parseBody,
  type ServiceRequest,
} from '@sluice/service-kit'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { z } from 'zod'
import { RULES_OF_OWN_KEYS } from '../domain/require-holder.ts'
import type { LeakedKeys } from '../ports/leaked-keys.ts'

const KEY = { error: 'This is the text of an API key.' }
const leakedBody = z.object({ key: z.string(KEY).max(200, KEY) }, { error: 'The body is a JSON object with a key.' })

/** Reports a minute that are taken from one address. */
const REPORTS = 30
const SECONDS = 60

type ReportLeakedKey = { leaked: LeakedKeys; now: () => Date; logger: Logger }

/** `POST /keys/leaked`: whoever has found a secret ends it, without signing in; the answer does not say whether it was live. */
export function reportLeakedKey({ leaked, now, logger }: ReportLeakedKey): Operation {
  const limiter = new RateLimiterMemory({ points: REPORTS, duration: SECONDS })
  return {
    id: 'reportLeakedKey',
    tag: 'keys',
    summary: 'Report the secret of an API key that was found where it must not be: it is revoked',
    examples: { body: { key: 'slk_…' } },
    body: leakedBody,
    answers: { 204: 'If the secret was live, it is not any more.' },
    appliedRules: RULES_OF_OWN_KEYS,
    errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED', 'UNAVAILABLE'],
    async handle(request) {
      const refusal = await refuseTooMany(limiter, request)
      if (refusal) return refusal
      const { key: secret } = parseBody(leakedBody, request)
      if (!checkKeySecret(secret)) return noContent()
      const hash = createHash('sha256').update(secret).digest('hex')
      const key = await leaked.endSecret(hash, occasionOf(request, now()))
      if (key)
        logger.warn({ requestId: request.requestId, holder: key.user, keyId: key._id, hint: key.hint }, 'key.leaked')
      return noContent()
    },
  }
}

async function refuseTooMany(limiter: RateLimiterMemory, { caller }: ServiceRequest): Promise<Refusal | undefined> {
  try {
    await limiter.consume(networkOf(caller.clientAddress ?? ''))
    return undefined
  } catch (error) {
    const retryAfterSeconds = Math.ceil(msBeforeNext(error) / 1000)
    const detail = `At most ${REPORTS} reports a minute are taken from one address. Wait ${retryAfterSeconds} seconds.`
    return { ...refuse('RATE_LIMITED', detail), retryAfterSeconds }
  }
}

/** @throws what is no refusal of the limiter */
function msBeforeNext(refused: unknown): number {
  if (refused instanceof Error) throw refused
  return isLimit(refused) ? refused.msBeforeNext : SECONDS * 1000
}

const isLimit = (value: unknown): value is RateLimiterRes =>
  typeof value === 'object' && value !== null && 'msBeforeNext' in value
