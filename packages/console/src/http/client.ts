import { createSluice, type SluiceClient, type SluiceSignIn } from '@sluice/sdk'

/** The session's cookie is read by `/token` alone, and set anew with another password. */
const KEEPS_COOKIE = ['/token', '/whoami/password']
const keepsCookie = (input: Parameters<typeof fetch>[0]): boolean =>
  KEEPS_COOKIE.includes(new URL(String(input)).pathname)

export type Send = typeof fetch

/** The one place from which anything is sent. The cookie of the session goes to `/token` alone. */
export const send: Send = (input, init) =>
  fetch(input, { ...init, credentials: keepsCookie(input) ? 'same-origin' : 'omit', cache: 'no-store' })

/**
 * The SDK's client of this origin. Nothing is repeated by it, as pages repeat what they show; and nothing has a time limit, as
 * what is asked for may wait for a password.
 * @param fetch what it sends by
 */
export const openClient = (
  signIn: SluiceSignIn & { headers?: Record<string, string> },
  fetch: Send = send,
): SluiceClient =>
  createSluice({
    ...signIn,
    url: location.origin,
    headers: { ...signIn.headers, 'sluice-client': 'console' },
    fetch,
    timeoutMs: Number.POSITIVE_INFINITY,
    retries: 0,
  })
