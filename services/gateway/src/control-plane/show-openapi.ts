import { refuse, upstreamName } from '@sluice/contracts'
import {
  describeRoutes,
  mergeDescriptions,
  type OpenApiDocument,
  type Operation,
  ok,
  type Route,
} from '@sluice/service-kit'
import { z } from 'zod'
import type { Upstreams } from '../exchange/upstreams.ts'

const CACHE_MS = 60_000
const TIMEOUT_MS = 5_000
const MAX_BYTES = 4 * 1024 * 1024

const info = { title: 'Sluice', version: '1', description: 'GraphQL apps, API keys and webhooks over collections.' }
const described = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

type Needs = { upstreams: Upstreams; routes: readonly Route[] }

/** `GET /openapi.json`: the whole API, of the gateway and of the services behind it. Kept for a minute. */
export function showOpenApi({ upstreams, routes }: Needs): Operation {
  let kept: { document: OpenApiDocument; until: number } | undefined

  async function describe(): Promise<OpenApiDocument> {
    const own = describeRoutes(routes, info)
    const fetched = await Promise.all(upstreamName.options.map(name => fetchPaths(upstreams, name)))
    return mergeDescriptions([own, ...fetched.map(paths => ({ ...own, paths }))], info)
  }

  return {
    summary: 'Describes the API',
    answers: { 200: 'OpenAPI 3.1' },
    errors: ['UPSTREAM_FAILED'],
    async handle() {
      try {
        if (!kept || kept.until < performance.now()) {
          kept = { document: await describe(), until: performance.now() + CACHE_MS }
        }
        return ok(kept.document)
      } catch {
        return refuse('UPSTREAM_FAILED', 'A service behind the gateway does not describe itself. Try again shortly.')
      }
    },
  }
}

async function fetchPaths(
  upstreams: Upstreams,
  name: Parameters<Upstreams['pool']>[0],
): Promise<OpenApiDocument['paths']> {
  const { body } = await upstreams.pool(name).request({
    method: 'GET',
    path: '/openapi.json',
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  })
  const bytes: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > MAX_BYTES) throw new RangeError(`The description of ${name} is too long.`)
    bytes.push(chunk)
  }
  return described.parse(JSON.parse(Buffer.concat(bytes).toString())).paths
}
