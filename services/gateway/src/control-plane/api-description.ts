import { upstreamName } from '@sluice/contracts'
import { describeRoutes, mergeDescriptions, type OpenApiDocument, type Route } from '@sluice/service-kit'
import { z } from 'zod'
import type { Upstreams } from '../exchange/forward/upstreams.ts'

const CACHE_MS = 60_000
const TIMEOUT_MS = 5_000
const MAX_BYTES = 4 * 1024 * 1024

const info = { title: 'Sluice', version: '1', description: 'GraphQL apps, API keys and webhooks over collections.' }
const described = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

type Dependencies = { upstreams: Upstreams; routes: readonly Route[] }

/**
 * The whole API, of the gateway and of the services behind it; kept for a minute.
 * @returns a function that fails when a service does not describe itself
 */
export function createApiDescription({ upstreams, routes }: Dependencies): () => Promise<OpenApiDocument> {
  let kept: { document: OpenApiDocument; until: number } | undefined
  return async () => {
    if (kept && performance.now() < kept.until) return kept.document
    const own = describeRoutes(routes, info)
    const fetched = await Promise.all(upstreamName.options.map(name => fetchPaths(upstreams, name)))
    const document = mergeDescriptions([own, ...fetched.map(paths => ({ ...own, paths }))], info)
    kept = { document, until: performance.now() + CACHE_MS }
    return document
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
