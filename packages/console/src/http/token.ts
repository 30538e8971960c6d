import { sendRequest } from './send-request.ts'

/** A session as `POST /token` answers. */
export type IssuedSession = { access_token: string; expires_in: number; username: string; roles: readonly string[] }

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const postToken = async (headers: Readonly<Record<string, string>>): Promise<IssuedSession> =>
  (await sendRequest<IssuedSession>({ method: 'POST', path: '/token', headers, withCookie: true })).value

export const beginSession = (user: string, password: string): Promise<IssuedSession> =>
  postToken({ authorization: `Basic ${encodeBasic(`${user}:${password}`)}` })

/** The session of the cookie, renewed. @throws ApiError where there is none */
export const restoreSession = (): Promise<IssuedSession> => postToken({})

export const renewSession = (token: string): Promise<IssuedSession> => postToken(bearer(token))

export async function endSession(token: string): Promise<void> {
  await sendRequest({ method: 'DELETE', path: '/token', headers: bearer(token), withCookie: true })
}

/** Base64 of UTF-8: `btoa` alone takes no other characters than those of Latin 1. */
function encodeBasic(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join(''))
}
