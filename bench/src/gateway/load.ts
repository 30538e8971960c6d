import { createServer } from 'node:http'
import { findFreePorts } from '@sluice/testkit/backends'
import { Pool } from 'undici'

/** `warmUpRounds`: at the least, of so many requests each. */
export type GatewayLoad = {
  name: string
  method: 'GET' | 'POST'
  bytes: number
  requests: number
  warmUpRounds: number
}

/** Two rounds agree long before V8 has compiled all for good: a gateway takes 70,000 requests for that. */
const WARM = { requests: 4_000, warmUpRounds: 18 }

export const GET_KILOBYTE: GatewayLoad = { name: 'GET 1 kB', method: 'GET', bytes: 1_000, ...WARM }
export const POST_KILOBYTE: GatewayLoad = { name: 'POST 1 kB', method: 'POST', bytes: 1_000, ...WARM }
/** It is measured after the others; a broker on one core does not keep up with it for long, and then a spool is full. */
export const POST_LARGE: GatewayLoad = {
  name: 'POST 64 kB both ways',
  method: 'POST',
  bytes: 64_000,
  requests: 1_200,
  warmUpRounds: 3,
}

const jsonOf = (bytes: number): Buffer => Buffer.from(JSON.stringify({ _id: 'SFO', text: 'x'.repeat(bytes - 23) }))
const bodies: ReadonlyMap<number, Buffer> = new Map([1_000, 64_000].map(bytes => [bytes, jsonOf(bytes)]))

/** Candidates take turns: what one of them keeps outlasts the rounds of the others. */
const KEPT_MS = 120_000

/** Reads what it is sent and answers `/bench/<bytes>` with a document of that length, as the data service would. */
export async function startDocumentService() {
  const server = createServer((request, response) => {
    const body = bodies.get(Number(request.url?.split('/')[2]))
    const headers = { 'content-type': 'application/json; charset=utf-8', etag: '"5f1b"' }
    const answer = () => response.writeHead(200, { ...headers, 'content-length': body?.length }).end(body)
    request.resume().on('end', answer)
  })
  server.keepAliveTimeout = KEPT_MS
  const [port = 0] = await findFreePorts(1)
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

type SentLoad = { failed: number; firstFailure?: string; latenciesMs: number[] }
type Whither = { url: string; authorization: string; connections: number }

/** Each connection sends when its last request is answered. What is not answered with the whole document has failed. */
export async function send({ method, bytes }: GatewayLoad, whither: Whither, requests: number): Promise<SentLoad> {
  const { url, authorization, connections } = whither
  const pool = new Pool(url, { connections })
  const document = bodies.get(bytes)
  const body = method === 'POST' ? document : undefined
  const headers = { ...(authorization && { authorization }), 'content-type': 'application/json' }
  const sent: SentLoad = { failed: 0, latenciesMs: [] }
  const sendOne = async () => {
    const answer = await pool.request({ path: `/bench/${bytes}`, method, headers, body })
    if (answer.statusCode !== 200) return `${answer.statusCode}: ${await answer.body.text()}`
    await answer.body.dump()
    return Number(answer.headers['content-length']) === document?.length ? undefined : 'not the document'
  }
  let left = requests
  const client = async () => {
    for (; left > 0; ) {
      left -= 1
      const begunAt = performance.now()
      const failure = await sendOne().catch(String)
      sent.latenciesMs.push(performance.now() - begunAt)
      if (failure === undefined) continue
      sent.failed += 1
      sent.firstFailure ??= failure
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  await pool.close()
  return sent
}
