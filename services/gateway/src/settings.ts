import type { UpstreamName } from '@sluice/contracts'
import type { UpstreamAddress } from './exchange/upstreams.ts'
import type { SharedCounts } from './sign-in/failure-limits.ts'
import type { SpoolSettings } from './spool/spool.ts'

export type GatewaySettings = {
  listen: { host: string; port: number }
  upstreams: Readonly<Record<UpstreamName, UpstreamAddress>>
  spool: SpoolSettings
  /** Address blocks whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[]
  corsOrigins: readonly string[]
  /** Wrong passwords at all gateways; left out where there is one. */
  sharedCounts?: SharedCounts
  /** How much of each body an event keeps. */
  captureBytes?: number
}
