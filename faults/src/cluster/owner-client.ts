import { globalAgent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type ReceivedResponse, type RequestSending, sendRequest, toAnswer } from '../load/send-request.ts'
import type { ReceivedAnswer } from '../oracle/observations.ts'

/** The owner asked for something that has to succeed, and got another answer. */
class UnexpectedAnswerError extends Error {
  override name = 'UnexpectedAnswerError'
}

/** Asks as the owner. @returns the body read as JSON; null when it is empty */
export type AskAsOwner = (method: string, path: string, body?: object) => Promise<unknown>

type Note = (answer: ReceivedAnswer | undefined) => void

const PAUSE_MS = 500
const MAX_TRIES = 20
/** Each may have taken half a minute. */
const MAX_TRIES_UNANSWERED = 3
const UNAVAILABLE = 503

/**
 * Asks again where there is no room at the moment, and where reading is not possible: what the rig does for itself is no part of what is measured.
 * @param note told the outcome of each request
 * @throws UnexpectedAnswerError from the client, for every other answer that is not 2xx
 */
export function createOwnerClient(gateway: string, ownerPassword: string, note: Note): AskAsOwner {
  const authorization = `Basic ${btoa(`admin:${ownerPassword}`)}`
  return async (method, path, body) => {
    const text = body && JSON.stringify(body)
    const answer = await sendUntilRoom({ gateway, method, path, authorization, body: text, agent: globalAgent }, note)
    if (answer && answer.status >= 200 && answer.status < 300) return JSON.parse(answer.text || 'null')
    const seen = answer ? `${answer.status} ${answer.text}` : 'no answer'
    throw new UnexpectedAnswerError(`${method} ${path}: ${seen}`)
  }
}

function isForLater({ method }: RequestSending, answer: ReceivedAnswer | undefined): boolean {
  const isRead = method === 'GET'
  return answer ? answer.refusal === 'no-room' || (isRead && answer.status === UNAVAILABLE) : isRead
}

async function sendUntilRoom(sending: RequestSending, note: Note): Promise<ReceivedResponse | undefined> {
  for (let tries = 1; ; tries += 1) {
    const received = await sendRequest(sending)
    const answer = toAnswer(received)
    note(answer)
    if (!isForLater(sending, answer) || tries === (answer ? MAX_TRIES : MAX_TRIES_UNANSWERED)) return received
    await wait(PAUSE_MS)
  }
}
