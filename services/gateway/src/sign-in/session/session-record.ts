import { hash } from 'node:crypto'
import { userId } from '@sluice/contracts'
import { z } from 'zod'

/** A session as it is stored: the token is no part of it, `_id` is its SHA-256 in lower-case hex. */
export const storedSession = z.object({
  _id: z.string(),
  user: userId,
  /** The user's when the session began: one of another password has ended. */
  passwordMark: z.string(),
  startedAt: z.date(),
  expiresAt: z.date(),
})
export type StoredSession = z.infer<typeof storedSession>

export const sessionIdOf = (token: string): string => hash('sha256', token)

/** A session that nobody renews ends by itself. */
const SESSION_MS = 15 * 60_000
/** However often it is renewed, then it is over. */
const LONGEST_MS = 12 * 3_600_000

/** Until when a session lives that is begun or renewed now; dates are epoch ms. */
export const sessionEnd = (startedAt: number, now: number): number => Math.min(now + SESSION_MS, startedAt + LONGEST_MS)
