import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Backend } from './backend.ts'
import { isCi } from './install.ts'
import { cacheFolder } from './own-folder.ts'

const keptBackend = z.object({
  kind: z.enum(['mongodb', 'kafka', 'redis']),
  address: z.string(),
  note: z.string(),
  isSlow: z.boolean().optional(),
})
const keeperFile = z.object({ url: z.url(), pid: z.number() })
const keeperAnswer = z.object({ backends: z.array(keptBackend) })

export type KeptBackend = z.infer<typeof keptBackend>

const fileOfKeeper = (): string => join(cacheFolder(), 'kept.json')
const ANSWER_WITHIN_MS = 10_000
const CONNECT_WITHIN_MS = 2000
/** Kafka and MongoDB take a moment to end. */
const STOP_WITHIN_MS = 60_000

/**
 * The backends that `npm run backends -- --keep` keeps running, as their keeper tells this moment; none in CI. A file
 * whose keeper is gone is removed, and nothing in it is believed.
 */
export async function findKept(): Promise<readonly KeptBackend[]> {
  return isCi() ? [] : ((await ask('GET', ANSWER_WITHIN_MS)) ?? [])
}

/** Ends the kept backends, and removes their data. @returns those that there were */
export const stopKept = async (): Promise<readonly KeptBackend[]> => (await ask('DELETE', STOP_WITHIN_MS)) ?? []

async function ask(method: 'GET' | 'DELETE', withinMs: number): Promise<KeptBackend[] | undefined> {
  const text = await readFile(fileOfKeeper(), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const signal = AbortSignal.timeout(withinMs)
  try {
    const { url } = keeperFile.parse(JSON.parse(text))
    const response = await fetch(url, { method, signal })
    return keeperAnswer.parse(await response.json()).backends
  } catch {
    // A keeper on a busy machine is not gone: without its file nobody could end it.
    if (!signal.aborted) await rm(fileOfKeeper(), { force: true })
    return undefined
  }
}

type KeptBackends = { backends: readonly Backend[]; stop(): Promise<void> }

/**
 * Tells other processes of these backends until one of them asks for the end, and is answered when they have ended. It
 * answers nobody who has not read its file, as the address holds a token; what takes no connection any more is not told of.
 */
export async function keepUntilStopped({ backends, stop }: KeptBackends): Promise<void> {
  const token = randomBytes(16).toString('hex')
  const stopped = Promise.withResolvers<void>()
  const tell = async (method: string | undefined, response: ServerResponse) => {
    const told = await reachable(backends)
    if (method === 'DELETE') {
      await rm(fileOfKeeper(), { force: true })
      await stop()
      response.once('close', stopped.resolve)
    }
    response.end(JSON.stringify({ backends: told }))
  }
  const server = createServer((request, response) => {
    if (request.url === `/${token}`) void tell(request.method, response)
    else response.writeHead(404).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await mkdir(dirname(fileOfKeeper()), { recursive: true })
  const file = JSON.stringify({ url: `http://127.0.0.1:${port}/${token}`, pid: process.pid })
  await writeFile(fileOfKeeper(), file, { mode: 0o600 })
  await stopped.promise
  server.close()
}

async function reachable(backends: readonly Backend[]): Promise<KeptBackend[]> {
  const looks = await Promise.all(backends.map(async backend => ((await isReachable(backend)) ? [backend] : [])))
  return looks.flat().map(({ kind, address, note, isSlow }) => ({ kind, address, note, isSlow }))
}

/** Whether a connection is taken at its address, `host:port` with a scheme or without. */
async function isReachable({ address }: Backend): Promise<boolean> {
  const [, host = '', port = ''] = /([\w.-]+):(\d+)(?:\D|$)/.exec(address.replace(/^\w+:\/\//, '')) ?? []
  const socket = connect(Number(port), host)
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_WITHIN_MS) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
