import type { UpstreamName } from '@sluice/contracts'
import type { Sampler } from '@sluice/service-kit'
import type { UpstreamAddress } from './exchange/upstreams.ts'
import type { ClientLimitSettings } from './load/client-limits.ts'
import type { SharedCounts } from './sign-in/failure-limits.ts'
import type { SpoolSettings } from './spool/spool.ts'
import type { TlsSettings } from './tls-files.ts'

export type GatewaySettings = {
  listen: { host: string; port: number }
  upstreams: Readonly<Record<UpstreamName, UpstreamAddress>>
  spool: SpoolSettings
  /** Address blocks whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[]
  corsOrigins: readonly string[]
  /** Wrong passwords at all gateways; left out where there is one. */
  sharedCounts?: SharedCounts
  /** Left out, HTTP is spoken as it is. */
  tls?: TlsSettings
  /** Left out, clients have no limits. */
  clientLimits?: ClientLimitSettings
  /** Which requests are traced; left out, none are. */
  sampler?: Sampler | undefined
  /** How long a gateway that stops still takes requests, so that balancers notice. Default: as the platform says. */
  drainMs?: number
  /** How long (ms) a turn of the event loop may take before requests are turned away. Default 200. */
  maxTurnMs?: number
  /** How often (ms) it is asked whether an open stream may go on. Default 15,000. */
  streamCheckMs?: number
  /** How much of each body an event keeps. */
  captureBytes?: number
}
