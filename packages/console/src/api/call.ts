import { ApiError, isUnavailable } from '../http/problem.ts'
import { type ApiReply, type ApiRequest, sendRequest } from '../http/send-request.ts'
import { session } from '../session/session.ts'
import { noteAnswer } from './availability.ts'

/**
 * Makes a request as whoever is signed in. Where the session has ended meanwhile, nothing was carried out: the request
 * waits until the same user has given the password again, and is sent once more.
 */
export async function call<T>(request: ApiRequest): Promise<ApiReply<T>> {
  const token = await session.token()
  try {
    return await send<T>(request, token)
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.status !== 401) throw error
    session.lock(token)
    return send<T>(request, await session.token())
  }
}

async function send<T>(request: ApiRequest, token: string): Promise<ApiReply<T>> {
  try {
    const headers = { ...request.headers, authorization: `Bearer ${token}` }
    const reply = await sendRequest<T>({ ...request, headers })
    noteAnswer(true)
    return reply
  } catch (error) {
    if (isUnavailable(error)) noteAnswer(false)
    throw error
  }
}

/** The same where only the value of the answer is asked for. */
export const callFor = async <T>(request: ApiRequest): Promise<T> => (await call<T>(request)).value
