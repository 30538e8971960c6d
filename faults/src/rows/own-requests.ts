import { globalAgent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../cluster/cluster.ts'
import { sendRequest, toAnswer } from '../load/send-request.ts'
import type { Span } from '../oracle/observations.ts'

type Once = { path: string; body: object; index: number }

/** A POST of the owner. @returns the event that it is; undefined when it was refused @param index by which gateway, in turn */
export async function askOnce(
  { gateways, ownerPassword }: Cluster,
  { path, body, index }: Once,
): Promise<string | undefined> {
  const gateway = gateways[index % gateways.length] ?? ''
  const authorization = authorizationOf(ownerPassword)
  const sending = { gateway, method: 'POST', path, authorization, body: JSON.stringify(body), agent: globalAgent }
  const answer = toAnswer(await sendRequest(sending))
  return answer && answer.status < 300 ? answer.eventId : undefined
}

export const authorizationOf = (ownerPassword: string): string => `Basic ${btoa(`admin:${ownerPassword}`)}`

/** @returns when it was */
export async function lasting(seconds: number): Promise<Span> {
  const from = Date.now()
  await wait(1000 * seconds)
  return { from, to: Date.now() }
}
