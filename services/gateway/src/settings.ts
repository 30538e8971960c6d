import { CONSOLE_COLOURS } from '@sluice/console'
import type { UpstreamName } from '@sluice/contracts'
import {
  type Config,
  commaList,
  flag,
  isAddressBlock,
  type Sampler,
  type SettingDefinitions,
  setting,
  wholeNumber,
} from '@sluice/service-kit'
import { z } from 'zod'
import type { ServedConsole } from './control-plane/console-routes.ts'
import type { UpstreamAddresses } from './exchange/forward/upstreams.ts'
import type { Patience } from './server.ts'
import type { ClientLimitSettings } from './sign-in/client-limits.ts'
import type { SharedCounts } from './sign-in/password/failure-limits.ts'
import type { SpoolSettings } from './spool/spool.ts'
import type { TlsSettings } from './tls-files.ts'

const GiB = 1024 ** 3

const isOrigin = (text: string) => text === '*' || URL.parse(text)?.origin === text

const addressBlock = z.string().refine(isAddressBlock, { error: 'must be like 10.0.0.0/8 or 2001:db8::/32' })
const origin = z.string().refine(isOrigin, { error: 'must be like https://app.example, without a path, or *' })

/** What the gateway is told beside what every process is told. */
export const settings = {
  SPOOL_MAX_BYTES: setting(wholeNumber(1024 * 1024, 1024 * GiB), {
    description: 'Most bytes of events that wait on disk for the bus.',
    default: String(GiB),
  }),
  SPOOL_FULL: setting(z.enum(['reject', 'shed']), {
    description: 'When the spool is full: reject new requests with 503, or let them through and count lost events.',
    default: 'reject',
  }),
  SPOOL_FSYNC_MS: setting(wholeNumber(0, 10_000), {
    description: 'How often the spool is synced against power loss. 0: every batch.',
    default: '20',
  }),
  TRUSTED_PROXIES: setting(commaList(addressBlock), {
    description: 'Address blocks whose X-Forwarded-For is believed (comma).',
  }),
  CORS_ORIGINS: setting(commaList(origin), { description: 'Origins that browsers may call from (comma), or *.' }),
  TLS_CERT: setting(z.string().optional(), {
    description:
      'File with the certificate and its chain (PEM); with TLS_KEY, clients are served by TLS. A file that is replaced is taken over within 10 seconds.',
  }),
  TLS_KEY: setting(z.string().optional(), { description: 'File with the private key of TLS_CERT (PEM).' }),
  CLIENT_LIMIT_PER_KEY: setting(wholeNumber(0, 1_000_000), {
    description: 'Requests a minute that one API key may make at each gateway. 0: no limit.',
    default: '0',
  }),
  CLIENT_LIMIT_PER_ADDRESS: setting(wholeNumber(0, 1_000_000), {
    description: 'Requests a minute that one address (IPv6: one /64) may make at each gateway. 0: no limit.',
    default: '0',
  }),
  CLIENT_CONNECTIONS_MAX: setting(wholeNumber(1, 1_000_000), {
    description:
      'Most connections of clients at once at each gateway. One more is closed as it comes, and the log says so.',
    default: '10000',
  }),
  CONSOLE: setting(flag, { description: 'The pages at /console. 0: there are none.', default: '1' }),
  CONSOLE_NAME: setting(z.string().max(60).optional(), {
    description: 'Name of this installation in the console. Default: SERVICE_ID.',
  }),
  CONSOLE_COLOUR: setting(z.enum(CONSOLE_COLOURS), {
    description: 'Colour of a band on top of the console, so that production looks like production, or none.',
    default: 'none',
  }),
} satisfies SettingDefinitions

const upstream = (service: string) =>
  setting(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }), {
    description: `Cluster: where the gateway finds the service ${service}, like http://host:8080.`,
  })

/** The settings that say where the gateway of a cluster finds the services, and where its events wait for the bus. */
export const upstreamSettings = {
  UPSTREAM_DATA: upstream('data'),
  UPSTREAM_GRAPHQL_APPS: upstream('graphql-apps'),
  UPSTREAM_KEYS: upstream('keys'),
  UPSTREAM_WEBHOOKS: upstream('webhook-dispatcher'),
  UPSTREAM_MCP: setting(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(), {
    description:
      'Cluster: where the gateway finds the service mcp, like http://host:8080. Without it, /mcp answers 404.',
  }),
  SPOOL_DIR: setting(z.string(), {
    description:
      "Cluster: folder of a gateway's spool, one for each gateway, on a disk that outlives the process. What a dead gateway left in it is sent by the next one.",
  }),
} satisfies SettingDefinitions

export type GatewaySettings = {
  listen: { host: string; port: number }
  upstreams: UpstreamAddresses
  /** A Unix socket besides, for the requests that tools of the MCP service make; nothing else is answered there. */
  innerSocketPath?: string | undefined
  spool: SpoolSettings
  /** The address that clients use; left out, it is the one that they ask for. */
  publicUrl?: string | undefined
  /** The settings of the process by their names, secrets masked: for `GET /admin/about`. Left out, none are shown. */
  shownSettings?: Readonly<Record<string, string>>
  /** Address blocks whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[]
  corsOrigins: readonly string[]
  /** Left out, there is no console. */
  console?: ServedConsole | undefined
  /** Wrong passwords at all gateways; left out where there is one. */
  sharedCounts?: SharedCounts
  /** Whether a service reads grants in two parts, all of its processes; left out where they are of this version. */
  readsParts?(service: UpstreamName): boolean
  /** Left out, HTTP is spoken as it is. */
  tls?: TlsSettings
  /** Left out, clients have no limits. */
  clientLimits?: ClientLimitSettings
  /** The choice of the requests that are traced; left out, none are. */
  sampler?: Sampler | undefined
  /** Connections of clients at once; left out, as many as the system gives. */
  maxConnections?: number
  /** Connections from which on a refused sign-in ends its connection. Default: 1,000. */
  crowd?: number
  /** How long a client may take to send a request. Default: 15 s for its head, 60 s for all of it. */
  patience?: Patience
  /** How long a gateway that stops still takes requests, so that balancers notice. Default: as the platform says. */
  drainMs?: number
  /** How long (ms) a turn of the event loop may take before requests are turned away. Default 200. */
  maxTurnMs?: number
  /** How long (ms) after its head a body may come before its request is judged once more. Default 1,000. */
  lateBodyMs?: number
  /** How long (ms) a service behind a connection may be silent. Default 60,000. */
  servicePatienceMs?: number
  /** How long (ms) a connection to a service is kept that nobody uses. Default 10,000. */
  serviceIdleMs?: number
  /** How often (ms) it is asked whether an open stream may go on. Default 15,000. */
  streamCheckMs?: number
  /** How long (ms) sign-ins that are turned away are counted before an event tells of them. Default 60,000. */
  turnedAwayMs?: number
  /** How much of each body an event keeps. */
  captureBytes?: number
  /** How long (ms) a request waits for a disk that does not take its event; then its connection is cut. Default 30,000. */
  eventPatienceMs?: number
}

/** What the settings come to: the same in one process and in a cluster. */
export const settingsFrom = (config: Config<typeof settings>, spoolDirectory: string) => ({
  spool: spoolFrom(config, spoolDirectory),
  trustedProxies: config.TRUSTED_PROXIES,
  corsOrigins: config.CORS_ORIGINS,
  tls: { cert: config.TLS_CERT, key: config.TLS_KEY },
  clientLimits: { perKey: config.CLIENT_LIMIT_PER_KEY, perAddress: config.CLIENT_LIMIT_PER_ADDRESS },
  maxConnections: config.CLIENT_CONNECTIONS_MAX,
})

/** The part of the settings that the spool needs. */
export const spoolFrom = (config: Config<typeof settings>, directory: string): SpoolSettings => ({
  directory,
  maxBytes: config.SPOOL_MAX_BYTES,
  whenFull: config.SPOOL_FULL,
  fsyncMs: config.SPOOL_FSYNC_MS,
})
