import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from 'mongodb'
import { z } from 'zod'
import type { RowSituation } from '../experiment/row.ts'
import { sendRequest } from '../load/send-request.ts'
import type { EndedKey } from '../oracle/judges/judge-clocks.ts'

const USE_EVERY_MS = 100
/** Until every process has read it anew. */
const KNOWN_WITHIN_MS = 3_000
const issued = z.object({ _id: z.string(), key: z.string() })

/** @returns a key that ends at that time: put into the store, as none can be issued for less than a day */
export async function issueEnding({ cluster, service }: RowSituation, db: Db, expiresAt: number): Promise<string> {
  const [gateway = ''] = cluster.gateways
  const authorization = `Basic ${btoa(`${service.prober.user}:${service.prober.password}`)}`
  const body = JSON.stringify({ name: `ends ${expiresAt}` })
  const agent = new Agent()
  const answer = await sendRequest({ gateway, method: 'POST', path: '/keys', authorization, body, agent })
  const { _id, key } = issued.parse(JSON.parse(answer?.text || '{}'))
  await db.collection<{ _id: string }>('apiKeys').updateOne({ _id }, { $set: { expiresAt: new Date(expiresAt) } })
  const counters = db.collection<{ _id: string; sequence: number }>('_changeCounters')
  // As if the entry of a change had been lost: then keys are read anew.
  await counters.updateOne({ _id: 'keys' }, { $inc: { sequence: 1 } })
  await wait(KNOWN_WITHIN_MS)
  return key
}

type KeyUse = { name: string; key: string; expiresAt: number; until: number }

/** Uses a key at an even rate, in turn at each gateway, and writes down when it was let in and when no more. */
export async function useUntil({ cluster }: RowSituation, { name, key, expiresAt, until }: KeyUse): Promise<EndedKey> {
  // Behind one address each connection may be to another gateway.
  const agent = new Agent()
  const seen: EndedKey = { name, expiresAt, letInAt: 0, refusedAt: undefined }
  for (let time = 0; Date.now() < until; time += 1) {
    const gateway = cluster.gateways[time % cluster.gateways.length] ?? ''
    const startedAt = Date.now()
    const answer = await sendRequest({
      gateway,
      method: 'GET',
      path: '/whoami',
      authorization: `Bearer ${key}`,
      body: undefined,
      agent,
    })
    if (answer?.status === 200) seen.letInAt = startedAt
    if (answer?.status === 401) seen.refusedAt ??= Date.now()
    await wait(USE_EVERY_MS)
  }
  return seen
}
