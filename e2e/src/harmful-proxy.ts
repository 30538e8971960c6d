import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'

/**
 * What a network does to one request. `refuse`: it never arrives. `stall`: it is never answered, and never arrives.
 * `lose`: it arrives, and its answer does not. `cut`: half of its answer comes. `pass`: nothing happens to it.
 */
export const harms = ['refuse', 'stall', 'lose', 'cut', 'pass'] as const
export type NetworkHarm = (typeof harms)[number]

/** The header that names the run whose harms a request is for. */
export const RUN_HEADER = 'x-run'

export type HarmfulProxy = {
  url: string
  /** The harms to the next requests of this run, in order; those behind them pass. */
  plan(run: string, harms: readonly NetworkHarm[]): void
  close(): Promise<void>
}

const bound = z.object({ port: z.number() })

/** A network in front of a Sluice, which harms what it was told to. */
export async function startHarmfulProxy(target: string): Promise<HarmfulProxy> {
  const plans = new Map<string, NetworkHarm[]>()
  const server = createServer((request, response) => {
    const harm = plans.get(String(request.headers[RUN_HEADER]))?.shift() ?? 'pass'
    void relay({ target, harm }, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${bound.parse(server.address()).port}`,
    plan: (run, planned) => void plans.set(run, [...planned]),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Relayed = { target: string; harm: NetworkHarm }

async function relay({ target, harm }: Relayed, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = await buffer(request)
  if (harm === 'refuse') return void response.destroy()
  if (harm === 'stall') return
  const answer = await fetch(target + request.url, {
    method: request.method ?? 'GET',
    headers: passedHeaders(request),
    ...(sent.length > 0 && { body: sent }),
  })
  const text = Buffer.from(await answer.arrayBuffer())
  if (harm === 'lose') return void response.destroy()
  response.writeHead(answer.status, answeredHeaders(answer, text.length))
  if (harm === 'pass') return void response.end(text)
  response.write(text.subarray(0, text.length / 2), () => response.destroy())
}

const PASSED = ['authorization', 'content-type', 'if-match', 'idempotency-key', 'sluice-client']

const passedHeaders = ({ headers }: IncomingMessage): [string, string][] =>
  PASSED.flatMap(name => (headers[name] === undefined ? [] : [[name, String(headers[name])]]))

const answeredHeaders = ({ headers }: Response, length: number): Record<string, string> => ({
  ...Object.fromEntries([...headers].filter(([name]) => !/^(connection|content-|transfer-|keep-)/.test(name))),
  'content-type': headers.get('content-type') ?? 'text/plain',
  'content-length': String(length),
})
