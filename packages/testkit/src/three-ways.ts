import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { UpstreamName } from '@sluice/contracts'
import { httpService, type Platform, type ProcessPart, type Route, type Shortcut } from '@sluice/service-kit'
import { createInProcessLine } from '@sluice/service-kit/line'
import { type Dispatcher, Pool } from 'undici'
import { createSignedClient, type SignedRequest } from './signed-client.ts'

/** What a client sees of an answer, but for its date and the connection that it came by. */
type SeenAnswer = { status: number; headers: Readonly<Record<string, unknown>>; text: string }

type ServedThreeTimes = {
  platform: Platform & { directory: string }
  name: UpstreamName
  routes: readonly Route[]
  shortcut: Shortcut
}

type ThreeWays = {
  /** Asks by the routes alone, by the shortcut, and by the shortcut with a call in the place of a socket; by one grant. */
  ask(method: string, target: string, request?: SignedRequest): Promise<SeenAnswer[]>
  /** How many requests the shortcut has taken. */
  taken(): number
  stop(): Promise<void>
}

/** Serves the same routes without their shortcut, with it, and with it in the same process: answers are to be equal. */
export async function serveThreeWays({ platform, name, routes, shortcut }: ServedThreeTimes): Promise<ThreeWays> {
  let taken = 0
  const counting: Shortcut = arrived => {
    const given = shortcut(arrived)
    if (given) taken += 1
    return given
  }
  const socketPath = () => join(platform.directory, `${name}-${randomUUID().slice(0, 8)}.sock`)
  const [general, short] = [{ socketPath: socketPath() }, { socketPath: socketPath() }]
  const line = createInProcessLine()
  const service = { name, platform, routes }
  const parts: readonly ProcessPart[] = [
    httpService({ ...service, address: general }),
    httpService({ ...service, address: short, shortcut: counting }),
    httpService({ ...service, address: { line }, shortcut: counting }),
  ]
  for (const part of parts) await part.start()
  const pools = [general, short].map(address => new Pool('http://localhost', address))
  const ways: readonly Dispatcher[] = [...pools, line.dispatcher]
  const { grantFor } = createSignedClient({ platform, upstream: name, address: general })
  return {
    async ask(method, target, request = {}) {
      const headers = { ...request.headers, ...grantFor(method, target, request) }
      const sent = { method, target, headers, body: encode(request.body) }
      return Promise.all(ways.map(way => askOne(way, sent)))
    },
    taken: () => taken,
    async stop() {
      for (const pool of pools) await pool.close()
      for (const part of parts) await part.stop(1_000)
    },
  }
}

type ThreeWayRequest = { method: string; target: string; headers: Record<string, string>; body: string | Buffer | null }

async function askOne(way: Dispatcher, { method, target, headers, body }: ThreeWayRequest): Promise<SeenAnswer> {
  const answer = await way.request({ method, path: target, headers, body })
  const { date: _, connection: __, 'keep-alive': ___, ...seen } = answer.headers
  return { status: answer.statusCode, headers: seen, text: await answer.body.text() }
}

function encode(body: unknown): string | Buffer | null {
  if (body === undefined) return null
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
}
