import type { Agent } from 'node:http'
import { setInterval as every } from 'node:timers/promises'
import { z } from 'zod'
import type { ProbedKey, ReceivedAnswer } from '../oracle/observations.ts'
import { keptConnections, sendRequest, toAnswer } from './send-request.ts'

export type ProberOptions = {
  gateways: readonly string[]
  user: string
  password: string
  /** Told the outcome of each request. */
  note(answer: ReceivedAnswer | undefined): void
}

export type Prober = { stop(): Promise<ProbedKey[]> }

const NEW_KEY_EVERY_MS = 5_000
const USE_EVERY_MS = 100
// The bound of the promise is 20 s: who is let in after it is seen for sure.
const WATCHED_AFTER_MS = 25_000
const LIFE_MS = 2_500
const issued = z.object({ _id: z.string(), key: z.string() })

type WatchedKey = ProbedKey & { revokeAskedAt: number | undefined; hasWorked: boolean }

/** Issues a key every 5 s, uses it every 100 ms on each gateway, revokes it after 2.5 s and goes on using it. */
export function startProber(options: ProberOptions): Prober {
  const agent = keptConnections(100)
  const watched: WatchedKey[] = []
  const lives = new Set<Promise<unknown>>()
  const ended = new AbortController()
  const probe = async () => {
    for await (const _ of every(NEW_KEY_EVERY_MS, undefined, { signal: ended.signal })) {
      const life = watchKey({ options, agent, watched, index: lives.size, signal: ended.signal })
      lives.add(life)
    }
  }
  const probing = probe().catch(() => undefined)
  return {
    async stop() {
      ended.abort()
      await probing
      await Promise.all(lives)
      agent.destroy()
      return watched.map(({ revokeAskedAt: _, hasWorked: __, ...key }) => key)
    },
  }
}

type ProbeLife = { options: ProberOptions; agent: Agent; watched: WatchedKey[]; index: number; signal: AbortSignal }

async function watchKey({ options, agent, watched, index, signal }: ProbeLife): Promise<void> {
  const basic = `Basic ${btoa(`${options.user}:${options.password}`)}`
  const send = async (
    gateway: number,
    what: { method: string; path: string; authorization?: string; body?: string },
  ) => {
    const where = { gateway: options.gateways[gateway] ?? '', agent }
    const received = await sendRequest({ ...where, authorization: basic, body: undefined, ...what })
    options.note(toAnswer(received))
    return received
  }
  const issuer = index % options.gateways.length
  const answer = await send(issuer, { method: 'POST', path: '/keys', body: JSON.stringify({ name: `probe ${index}` }) })
  if (answer?.status !== 201) return
  const { _id, key } = issued.parse(JSON.parse(answer.text))
  const seen = options.gateways.map((_, gateway) => newlyWatched(_id, gateway))
  watched.push(...seen)
  const startedAt = Date.now()
  const uses: Promise<unknown>[] = []
  for await (const _ of every(USE_EVERY_MS)) {
    const age = Date.now() - startedAt
    if (age > LIFE_MS && seen.every(one => one.revokeAskedAt === undefined)) {
      uses.push(revoke(seen, () => send(issuer, { method: 'DELETE', path: `/keys/${_id}` })))
    }
    for (const one of seen) {
      const use = () => send(one.gateway, { method: 'GET', path: '/whoami', authorization: `Bearer ${key}` })
      uses.push(noteUse(one, use))
    }
    if (age > LIFE_MS + WATCHED_AFTER_MS || (signal.aborted && age > 2 * LIFE_MS)) break
  }
  await Promise.all(uses)
}

const newlyWatched = (keyId: string, gateway: number): WatchedKey => ({
  keyId,
  gateway,
  revokedAt: undefined,
  lastLetInAt: undefined,
  liesTold: 0,
  revokeAskedAt: undefined,
  hasWorked: false,
})

type ProbeAnswer = () => ReturnType<typeof sendRequest>

async function revoke(seen: readonly WatchedKey[], send: ProbeAnswer): Promise<void> {
  for (const one of seen) one.revokeAskedAt = Date.now()
  const answer = await send()
  if (answer?.status === 204) for (const one of seen) one.revokedAt = Date.now()
}

async function noteUse(one: WatchedKey, send: ProbeAnswer): Promise<void> {
  const startedAt = Date.now()
  const answer = await send()
  if (answer?.status === 200) {
    one.hasWorked = true
    one.lastLetInAt = Math.max(one.lastLetInAt ?? 0, startedAt)
  }
  if (answer?.status === 401 && one.hasWorked && one.revokeAskedAt === undefined) one.liesTold += 1
}
