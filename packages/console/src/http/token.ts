import { openClient } from './client.ts'

/** A session as `POST /token` answers. */
export type IssuedSession = { access_token: string; expires_in: number; username: string; roles: readonly string[] }

/** @throws SluiceError where the password is wrong, or was tried too often */
export const beginSession = (user: string, password: string): Promise<IssuedSession> =>
  openClient({ user, password }).token.create()

/** The session of the cookie, renewed. @throws SluiceError where there is none */
export const restoreSession = (): Promise<IssuedSession> => openClient({ session: 'cookie' }).token.create()

export const renewSession = (session: string): Promise<IssuedSession> => openClient({ session }).token.create()

export const endSession = (session: string): Promise<void> => openClient({ session }).token.end()
