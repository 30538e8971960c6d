import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpClient } from '@sluice/e2e'
import { Pool } from 'undici'
import { z } from 'zod'
import { type ClusterWorld, openClusterWorld } from './cluster/open-cluster-world.ts'
import { cpuMicros } from './cpu/measured-process.ts'
import { type Figure, figureOfRounds } from './figure.ts'

const ROUNDS = 9
const WARM_UP = 3_000
const REQUESTS = 300
/** Between two requests of which one is compared with the other: what processes do by the second is shared by as many then. */
const PACE_MS = 5
/** What was begun before is shipped then, and belongs to no round. */
const SETTLE_MS = 500
const TOOLS = 40
const TRIES = 10
/** Names of collections are as old as that. */
const NAMES_MS = 2_500
const MS_OF_LIST = 0.5
const BAR_OF_CALL = 4
const VERSION = '2026-07-28'

/** One kind of request, and the services whose CPU it is charged with. */
type McpLoad = { services: readonly string[]; send(): Promise<unknown> }
type McpLoads = Record<'rest' | 'call' | 'list', McpLoad>

class UnexpectedReplyError extends Error {
  override name = 'UnexpectedReplyError'
}

/**
 * What an assistant's call costs a cluster beside the same request by REST, by the CPU of every process that it goes through;
 * and what a list of 40 tools costs the service itself. All in turn in the same run.
 */
export async function measureMcp(): Promise<Figure[]> {
  const world = await openClusterWorld()
  const pool = new Pool(world.cluster.gateways[0]?.url ?? '', { connections: 1 })
  try {
    const ask = askWith(pool, await furnish(world))
    await offerTools(world.owner, ask)
    const loads: McpLoads = {
      rest: { services: ['gateway', 'data'], send: () => ask('GET', '/routes/r1') },
      call: {
        services: ['gateway', 'mcp', 'data'],
        send: () => ask('POST', '/mcp', message('tools/call', { name: 'get_document', arguments: GET })),
      },
      list: { services: ['mcp'], send: () => ask('POST', '/mcp', message('tools/list')) },
    }
    for (const { send } of Object.values(loads)) for (let count = 0; count < WARM_UP; count += 1) await send()
    const rounds: McpRound[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(loads, world))
    const figure = (of: (round: McpRound) => number, more: { name: string; unit: string; bar: string }) =>
      figureOfRounds(rounds.map(of), more)
    return [
      figure(({ rest }) => rest, { name: 'GET of a document by REST', unit: 'µs', bar: '' }),
      figure(({ call }) => call, { name: 'get_document, the same document', unit: 'µs', bar: '' }),
      figure(({ rest, call }) => call / rest, { name: 'get_document, ratio', unit: 'times', bar: `≤ ${BAR_OF_CALL}` }),
      figure(({ hurried }) => hurried.call / hurried.rest, {
        name: 'get_document, ratio, each as soon as the one before is answered',
        unit: 'times',
        bar: '',
      }),
      figure(({ list }) => list / 1_000, {
        name: `a list of ${TOOLS} tools, in the service`,
        unit: 'ms',
        bar: `≤ ${MS_OF_LIST}`,
      }),
    ]
  } finally {
    await pool.close()
    await world.stop()
  }
}

const GET = { collection: 'routes', id: 'r1' }

/** The whole permissions of an assistant who reads, a document, and an app with so many operations that there are 40 tools. */
async function furnish({ owner, issue }: ClusterWorld): Promise<string> {
  const roles = ['flight-reader']
  await owner.json('POST', '/routes', { _id: 'r1', from: 'SFO', to: 'JFK', note: 'x'.repeat(200) })
  for (const [_id, predicate] of [
    ['assistants', "path('/mcp')"],
    ['ask-app', "path('/graphql/bench')"],
    ['webhooks', "path-prefix('/webhooks') or path('/acl/explain')"],
  ] as const) {
    await owner.json('POST', '/acl', { _id, roles, predicate, priority: 1 })
  }
  await owner.json('PUT', '/gql-apps/bench', {
    _id: 'bench',
    descriptor: { name: 'bench', uri: 'bench', enabled: true },
    schema: 'type Route { from: String } type Query { routes(from: String): [Route] }',
    mappings: { Query: { routes: { db: 'sluice', collection: 'routes', find: { from: { $arg: 'from' } } } } },
  })
  const { key } = await issue()
  return key
}

type McpAsk = ReturnType<typeof askWith>

/** Registers so many operations that 40 tools are listed, and waits until they are. */
async function offerTools(owner: HttpClient, ask: McpAsk): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { length } = await listedTools(ask)
    const operations = (await owner.json<object>('GET', '/gql-apps/bench/documents')) ?? {}
    const missing = TOOLS - length
    if (missing === 0) return
    // The collection, whose tools are among them, is seen within two seconds.
    if (length > 1) await registerOperations(owner, Object.keys(operations).length + missing)
    await wait(NAMES_MS)
  }
  throw new UnexpectedReplyError(`There are never ${TOOLS} tools.`)
}

async function registerOperations(owner: HttpClient, count: number): Promise<void> {
  const texts = Array.from(
    { length: count },
    (_, n) => `query Routes${n}($from: String) { routes(from: $from) { from } }`,
  )
  const documents = texts.map(text => [createHash('sha256').update(text).digest('hex'), text])
  await owner.json('PUT', '/gql-apps/bench/documents', Object.fromEntries(documents))
}

const message = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': VERSION,
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})

const askWith = (pool: Pool, key: string) => async (method: 'GET' | 'POST', path: string, body?: McpMessage) => {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    ...(body && { 'content-type': 'application/json', 'mcp-protocol-version': VERSION, 'mcp-method': body.method }),
    ...(body && 'name' in body.params && { 'mcp-name': String(body.params.name) }),
  }
  const answer = await pool.request({ method, path, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.body.text()
  if (answer.statusCode !== 200 || /"(?:isError|error)":/.test(text)) throw new UnexpectedReplyError(text.slice(0, 500))
  return text
}

type McpMessage = ReturnType<typeof message>

const toolList = z.object({ result: z.object({ tools: z.array(z.unknown()) }) })

async function listedTools(ask: McpAsk): Promise<readonly unknown[]> {
  return toolList.parse(JSON.parse(await ask('POST', '/mcp', message('tools/list')))).result.tools
}

/** µs of CPU of one request of each kind: at one pace, and each as soon as the one before is answered. */
type McpRound = Awaited<ReturnType<typeof measureRound>>

async function measureRound({ rest, call, list }: McpLoads, world: ClusterWorld) {
  return {
    rest: await measure(rest, world, PACE_MS),
    call: await measure(call, world, PACE_MS),
    list: await measure(list, world),
    hurried: { rest: await measure(rest, world), call: await measure(call, world) },
  }
}

/**
 * µs of CPU of one request.
 * @param pace ms from one request to the next, at least
 */
async function measure({ services, send }: McpLoad, { cluster }: ClusterWorld, pace = 0): Promise<number> {
  const charged = cluster.processes.filter(({ service }) => services.includes(service))
  const used = async () => {
    const each = await Promise.all(charged.map(({ pid }) => cpuMicros(pid())))
    return each.reduce((sum, one) => sum + one, 0)
  }
  const before = await used()
  const start = performance.now()
  for (let count = 1; count <= REQUESTS; count += 1) {
    await send()
    const early = start + count * pace - performance.now()
    if (early > 0) await wait(early)
  }
  await wait(SETTLE_MS)
  return ((await used()) - before) / REQUESTS
}
