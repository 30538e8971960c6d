import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'

/** When something happens to a write: before it arrives, while it is on its way, or once it is done and not yet answered. */
export const WRITE_MOMENTS = ['before', 'during', 'after'] as const
type WriteMoment = (typeof WRITE_MOMENTS)[number]

/** A network in front of a Sluice that knows which requests write. */
export type WriteGate = {
  url: string
  /** Does something at a moment of the write with this number, counted from 0 on. Nothing else is answered until then. */
  at(write: number, moment: WriteMoment, act: () => void): void
  /** Does something once, to its end, before the next write is passed on. */
  ahead(act: () => Promise<unknown>): void
  /** How many writes were passed on since `at`. */
  writes(): number
  close(): Promise<void>
}

type PlannedAct = { write: number; moment: WriteMoment; act: () => void }

const bound = z.object({ port: z.number() })

export async function startWriteGate(target: string): Promise<WriteGate> {
  let planned: PlannedAct | undefined
  let first: (() => Promise<unknown>) | undefined
  let count = 0
  const server = createServer((request, response) => {
    const isMeant = isWrite(request) && count++ === planned?.write
    const ahead = isWrite(request) ? first : undefined
    if (ahead) first = undefined
    const gated = { target, planned: isMeant ? planned : undefined, ahead }
    void pass(gated, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${bound.parse(server.address()).port}`,
    at(write, moment, act) {
      planned = { write, moment, act }
      count = 0
    },
    ahead(act) {
      first = act
    },
    writes: () => count,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const isWrite = ({ method = 'GET', url = '' }: IncomingMessage): boolean =>
  !['GET', 'HEAD'].includes(method) && !/[?&]dryRun=true|\/validate$/.test(url)

type GatedRequest = { target: string; planned: PlannedAct | undefined; ahead: (() => Promise<unknown>) | undefined }

async function pass({ target, planned, ahead }: GatedRequest, request: IncomingMessage, response: ServerResponse) {
  const body = await buffer(request)
  await ahead?.()
  if (planned?.moment === 'before') {
    planned.act()
    return void response.destroy()
  }
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
  const sent = fetch(target + request.url, {
    method: request.method ?? 'GET',
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    ...(body.length > 0 && { body }),
  })
  if (planned?.moment === 'during') planned.act()
  const answer = await sent
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (planned?.moment === 'after') planned.act()
  const kept = ['content-type', 'etag', 'location', 'x-total-count', 'x-request-id']
  const answered = kept.flatMap(name => (answer.headers.has(name) ? [[name, answer.headers.get(name) ?? '']] : []))
  response.writeHead(answer.status, Object.fromEntries(answered)).end(bytes)
}
