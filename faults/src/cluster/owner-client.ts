import { globalAgent } from 'node:http'
import { sendRequest } from '../load/send-request.ts'

/** The owner asked for something that has to succeed, and got another answer. */
class UnexpectedAnswerError extends Error {
  override name = 'UnexpectedAnswerError'
}

/** Asks as the owner. @returns the body read as JSON; null when it is empty */
export type OwnerClient = (method: string, path: string, body?: object) => Promise<unknown>

/** @throws UnexpectedAnswerError from the client, for every answer that is not 2xx */
export function createOwnerClient(gateway: string, ownerPassword: string): OwnerClient {
  const authorization = `Basic ${btoa(`admin:${ownerPassword}`)}`
  return async (method, path, body) => {
    const text = body && JSON.stringify(body)
    const answer = await sendRequest({ gateway, method, path, authorization, body: text, agent: globalAgent })
    if (answer && answer.status >= 200 && answer.status < 300) return JSON.parse(answer.text || 'null')
    const seen = answer ? `${answer.status} ${answer.text}` : 'no answer'
    throw new UnexpectedAnswerError(`${method} ${path}: ${seen}`)
  }
}
