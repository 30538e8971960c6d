/** A session is renewed at two thirds of its time. */
const RENEW_AT = 2 / 3
/** Nobody who has gone home is kept signed in. */
export const IDLE_MS = 30 * 60_000
/** A renewal that gives less than this was the last: twelve hours after the sign-in it is over. */
const WHOLE_SECONDS = 14 * 60

export type SessionTime = { renewAt: number; expiresAt: number; isLast: boolean }

/** @param expiresIn seconds, as the answer of `POST /token` says @param now epoch ms */
export const sessionTime = (expiresIn: number, now: number): SessionTime => ({
  renewAt: now + expiresIn * 1_000 * RENEW_AT,
  expiresAt: now + expiresIn * 1_000,
  isLast: expiresIn < WHOLE_SECONDS,
})

/** Whether a session is to be renewed now. @param activeAt when somebody has last typed or moved */
export const isDue = ({ renewAt, isLast }: SessionTime, activeAt: number, now: number): boolean =>
  !isLast && now >= renewAt && now - activeAt < IDLE_MS
