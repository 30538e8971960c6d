import type { UpstreamName } from '@sluice/contracts'
import type { UpstreamAddress } from './exchange/upstreams.ts'
import type { SpoolSettings } from './spool/spool.ts'

export type GatewaySettings = {
  listen: { host: string; port: number }
  upstreams: Readonly<Record<UpstreamName, UpstreamAddress>>
  spool: SpoolSettings
  /** Address blocks whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[]
  corsOrigins: readonly string[]
  /** How much of each body an event keeps. */
  captureBytes?: number
}
