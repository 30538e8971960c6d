import { setInterval as every } from 'node:timers/promises'
import { z } from 'zod'
import type { IssueAttempt } from '../oracle/judges/judge-issuing.ts'
import { keptConnections, type ReceivedResponse, type RequestSending, sendRequest } from './send-request.ts'

type IssuerOptions = { gateways: readonly string[]; user: string; password: string }

type IssuedKeys = { attempts: readonly IssueAttempt[]; listed: readonly { id: string; name: string }[] }

export type LoadIssuer = {
  /** Issues no more, waits for what is under way, and looks what keys there are and which still work. */
  stop(): Promise<IssuedKeys>
}

const EVERY_MS = 1_000
const MAX_LISTED = 1_000
// Of two keys one is revoked.
const REVOKED_SHARE = 2
const SECRET = /slk_|"key":"/
const CREATED = 201
const NO_CONTENT = 204
const issued = z.object({ _id: z.string(), key: z.string() })
const listed = z.array(z.object({ _id: z.string(), name: z.string() }))

type PendingIssue = Omit<IssueAttempt, 'letInAfter'> & { secret: string | undefined }
type AskGateway = (
  gateway: number,
  what: Partial<RequestSending> & Pick<RequestSending, 'method' | 'path'>,
) => Promise<ReceivedResponse | undefined>

/** Issues a key every second, each under a name of its own and asked for once, and revokes every other one at once. */
export function startIssuer({ gateways, user, password }: IssuerOptions): LoadIssuer {
  const agent = keptConnections(100)
  const ended = new AbortController()
  const underWay: Promise<PendingIssue>[] = []
  const basic = `Basic ${btoa(`${user}:${password}`)}`
  const ask: AskGateway = (gateway, what) =>
    sendRequest({ gateway: gateways[gateway] ?? '', agent, authorization: basic, body: undefined, ...what })
  const issuing = (async () => {
    for await (const _ of every(EVERY_MS, undefined, { signal: ended.signal })) {
      const number = underWay.length
      underWay.push(issueOne(ask, { number, gateway: number % gateways.length }))
    }
  })().catch(() => undefined)
  return {
    async stop() {
      ended.abort()
      await issuing
      const attempts = await Promise.all(underWay)
      const answer = await ask(0, { method: 'GET', path: `/keys?q=issued&pagesize=${MAX_LISTED}` })
      const keys = listed.parse(JSON.parse(answer?.text ?? ''))
      const judged = await Promise.all(attempts.map(attempt => lookAfter(ask, gateways, attempt)))
      agent.destroy()
      return { attempts: judged, listed: keys.map(({ _id: id, name }) => ({ id, name })) }
    },
  }
}

async function issueOne(
  ask: AskGateway,
  { number, gateway }: { number: number; gateway: number },
): Promise<PendingIssue> {
  const name = `issued ${number}.`
  const answer = await ask(gateway, { method: 'POST', path: '/keys', body: JSON.stringify({ name }) })
  const attempt = { name, status: answer?.status, showsSecret: SECRET.test(answer?.text ?? '') }
  if (answer?.status !== CREATED) {
    return { ...attempt, keyId: undefined, secret: undefined, wasRevocationAsked: false, isRevoked: false }
  }
  const { _id: keyId, key: secret } = issued.parse(JSON.parse(answer.text))
  const wasRevocationAsked = number % REVOKED_SHARE === 0
  const revoked = wasRevocationAsked && (await ask(gateway, { method: 'DELETE', path: `/keys/${keyId}` }))
  return { ...attempt, keyId, secret, wasRevocationAsked, isRevoked: revoked ? revoked.status === NO_CONTENT : false }
}

async function lookAfter(
  ask: AskGateway,
  gateways: readonly string[],
  { secret, ...attempt }: PendingIssue,
): Promise<IssueAttempt> {
  const authorization = `Bearer ${secret}`
  const uses = gateways.map((_, gateway) => ask(gateway, { method: 'GET', path: '/whoami', authorization }))
  const letIn = secret !== undefined && (await Promise.all(uses)).some(answer => answer?.status === 200)
  return { ...attempt, letInAfter: letIn }
}
