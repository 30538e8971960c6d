import { setInterval as every } from 'node:timers/promises'
import { AMELIA } from '@sluice/e2e'
import { type Dispatcher, Pool } from 'undici'
import type { ClusterWorld } from '../cluster/open-cluster-world.ts'

const TICK_MS = 10
const CONNECTIONS = 50

export type MixKind = 'write' | 'read' | 'query' | 'keys'
/** The kinds of ten requests, in their order. */
const MIX: readonly MixKind[] = ['write', 'read', 'write', 'read', 'query', 'write', 'read', 'keys', 'write', 'read']

export type Rate = { perSecond: number; seconds: number }
/** What was asked, and what of it was not answered as it should be. */
export type SentMix = { total: number; failed: number; of: Readonly<Record<MixKind, number>> }
type Mix = (rate: Rate) => Promise<SentMix>

export type MixRequest = Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'headers' | 'body'>

/** Requests to every service, at an even rate over both gateways, whatever comes back. */
export async function openMix(world: ClusterWorld): Promise<Mix> {
  await world.owner.json('POST', '/routes', { _id: 'known', origin: 'SFO', destination: 'LAX' })
  const requests = requestsWith((await world.issue()).key)
  return async ({ perSecond, seconds }) => {
    const gateways = world.cluster.gateways.map(({ url }) => new Pool(url, { connections: CONNECTIONS }))
    const total = perSecond * seconds
    const pending: Promise<boolean>[] = []
    const startedAt = performance.now()
    for await (const _ of every(TICK_MS)) {
      const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * perSecond))
      while (pending.length < due) {
        // Each kind goes to either gateway in turns, though the mix has an even number.
        const number = pending.length + Math.floor(pending.length / MIX.length)
        pending.push(isAnswered(gateways[number % gateways.length], requests[kindOf(pending.length)]))
      }
      if (due === total) break
    }
    const answers = await Promise.all(pending)
    await Promise.all(gateways.map(gateway => gateway.close()))
    return { total, failed: answers.filter(isTrue => !isTrue).length, of: countKinds(total) }
  }
}

/** One request of each kind, with this key. */
export function requestsWith(key: string): Readonly<Record<MixKind, MixRequest>> {
  const byKey = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const byPassword = { authorization: `Basic ${btoa(`${AMELIA.name}:${AMELIA.password}`)}` }
  const route = JSON.stringify({ origin: 'SFO', destination: 'LIT', note: 'x'.repeat(250) })
  const query = JSON.stringify({ query: '{ airports(state: "AR") { iata name } }' })
  return {
    write: { method: 'POST', path: '/routes', headers: byKey, body: route },
    read: { method: 'GET', path: '/routes/known', headers: byKey },
    query: { method: 'POST', path: '/graphql/flights', headers: byKey, body: query },
    keys: { method: 'GET', path: '/keys', headers: byPassword },
  }
}

const kindOf = (number: number): MixKind => MIX[number % MIX.length] ?? 'read'

function countKinds(total: number): Record<MixKind, number> {
  const counts = { write: 0, read: 0, query: 0, keys: 0 }
  for (let number = 0; number < total; number += 1) counts[kindOf(number)] += 1
  return counts
}

async function isAnswered(gateway: Pool | undefined, request: MixRequest): Promise<boolean> {
  try {
    const answer = await gateway?.request(request)
    await answer?.body.dump()
    return answer?.statusCode === (request.path === '/routes' ? 201 : 200)
  } catch {
    return false
  }
}
