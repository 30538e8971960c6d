import { describeRoutes, type Logger, type OpenApiDocument, productVersion, type Route } from '@sluice/service-kit'
import type { GatewayTiering } from '../domain/route-target.ts'
import type { UpstreamAddresses } from '../exchange/forward/upstreams.ts'
import { collectDescriptions } from './collect-descriptions.ts'
import { describeGateway } from './describe-gateway.ts'

const CACHE_MS = 60_000

const info = {
  title: 'Sluice',
  version: productVersion,
  description: 'GraphQL apps, API keys and webhooks over collections.',
  license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
}

type Dependencies = {
  addresses: UpstreamAddresses
  routes: readonly Route[]
  tiering: GatewayTiering
  logger: Logger
}

/**
 * The whole API, of the gateway and of the services behind it; kept for a minute.
 * @returns a function that fails when a service does not describe itself
 */
export function createApiDescription({
  addresses,
  routes,
  tiering,
  logger,
}: Dependencies): () => Promise<OpenApiDocument> {
  let kept: { document: OpenApiDocument; until: number } | undefined
  return async () => {
    if (kept && performance.now() < kept.until) return kept.document
    const own = describeRoutes(routes, info)
    const ofServices = await collectDescriptions({ addresses, logger })
    const document = describeGateway([own, ...ofServices], { info, tiering })
    kept = { document, until: performance.now() + CACHE_MS }
    return document
  }
}
