import type { UpstreamName } from '@sluice/contracts'
import type { Sampler } from '@sluice/service-kit'
import type { UpstreamAddress } from './exchange/forward/upstreams.ts'
import type { Patience } from './server.ts'
import type { ClientLimitSettings } from './sign-in/client-limits.ts'
import type { SharedCounts } from './sign-in/password/failure-limits.ts'
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
  /** Connections of clients at once; left out, as many as the system gives. */
  maxConnections?: number
  /** How long a client may take to send a request. Default: 15 s for its head, 60 s for all of it. */
  patience?: Patience
  /** How long a gateway that stops still takes requests, so that balancers notice. Default: as the platform says. */
  drainMs?: number
  /** How long (ms) a turn of the event loop may take before requests are turned away. Default 200. */
  maxTurnMs?: number
  /** How long (ms) after its head a body may come before its request is judged once more. Default 1,000. */
  lateBodyMs?: number
  /** How often (ms) it is asked whether an open stream may go on. Default 15,000. */
  streamCheckMs?: number
  /** How long (ms) sign-ins that are turned away are counted before an event tells of them. Default 60,000. */
  turnedAwayMs?: number
  /** How much of each body an event keeps. */
  captureBytes?: number
  /** How long (ms) a request waits for a disk that does not take its event; then its connection is cut. Default 30,000. */
  eventPatienceMs?: number
}
