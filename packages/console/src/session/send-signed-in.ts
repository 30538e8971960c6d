import { openClient, type Send, send } from '../http/client.ts'
import { session } from './session.ts'

/**
 * Sends as whoever is signed in. Where the session has ended meanwhile, nothing was carried out: the request waits until the
 * same user has given the password again, and is sent once more.
 */
const sendSignedIn: Send = async (input, init) => {
  const token = await session.token()
  const response = await sendAs(token, input, init)
  if (response.status !== 401) return response
  session.lock(token)
  return sendAs(await session.token(), input, init)
}

function sendAs(token: string, ...[input, init]: Parameters<Send>): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.set('authorization', `Bearer ${token}`)
  return send(input, { ...init, headers })
}

/** The client of whoever is signed in here. */
export const sluice = openClient({}, sendSignedIn)
