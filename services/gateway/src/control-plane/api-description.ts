import { type UpstreamName, upstreamName } from '@sluice/contracts'
import { describeRoutes, type OpenApiDocument, parseDescription, productVersion, type Route } from '@sluice/service-kit'
import type { GatewayTiering } from '../domain/route-target.ts'
import type { Upstreams } from '../exchange/forward/upstreams.ts'
import { describeGateway } from './describe-gateway.ts'

const CACHE_MS = 60_000
const TIMEOUT_MS = 5_000
const MAX_BYTES = 4 * 1024 * 1024

const info = {
  title: 'Sluice',
  version: productVersion,
  description: 'GraphQL apps, API keys and webhooks over collections.',
  license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
}

type Dependencies = { upstreams: Upstreams; routes: readonly Route[]; tiering: GatewayTiering }

/**
 * The whole API, of the gateway and of the services behind it; kept for a minute.
 * @returns a function that fails when a service does not describe itself
 */
export function createApiDescription({ upstreams, routes, tiering }: Dependencies): () => Promise<OpenApiDocument> {
  let kept: { document: OpenApiDocument; until: number } | undefined
  return async () => {
    if (kept && performance.now() < kept.until) return kept.document
    const own = describeRoutes(routes, info)
    const ofServices = await Promise.all(upstreamName.options.map(name => fetchDescription(upstreams, name)))
    const document = describeGateway([own, ...ofServices], { info, tiering })
    kept = { document, until: performance.now() + CACHE_MS }
    return document
  }
}

async function fetchDescription(upstreams: Upstreams, name: UpstreamName): Promise<OpenApiDocument> {
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
  return parseDescription(Buffer.concat(bytes).toString())
}
