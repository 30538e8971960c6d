import type { Leftover } from '@sluice/testkit/leftovers'
import { type MailReceiver, openMailReceiver } from '@sluice/testkit/mail'
import { type ConnectProxy, openConnectProxy } from '@sluice/testkit/proxy'
import { startTraceCollector, type TraceCollector } from '@sluice/testkit/traces'

/** A process of the target that can be crashed, and started again where it was. */
export type Victim = { kill(): Promise<void>; start(): Promise<void> }

/**
 * A running Sluice, whatever it is made of. It was started empty, may call any port of this machine by webhooks, and
 * keeps its addresses through a crash.
 */
export type SluiceTarget = {
  /** Every gateway; the same address twice where there is one process. */
  urls: readonly [string, string]
  ownerPassword: string
  /** The path in front of collections, users, permissions and apps: empty in the shared tier. */
  base: '' | '/sluice'
  /** How its webhooks reach this process: what a server listens on here, and the host in its address. */
  receiver: { listenOn: string; host: string }
  /** The service's own mail server, which it was started with. */
  mail: MailReceiver
  /** The collector of the traces of requests that ask for one; undefined where its services reach nothing outside. */
  traces?: TraceCollector
  /** The proxy that its webhooks leave by; undefined where its services reach nothing outside. */
  proxy?: ConnectProxy
  /** The gateway behind the first address. */
  gateway: Victim
  /** The service that writes documents. */
  data: Victim
  /** One of those that issue keys. */
  keys: Victim
  /** The service of GraphQL apps. */
  apps: Victim
  /** One of those that deliver. */
  dispatcher: Victim
  /** Its webhooks, and what they did, are older by so many hours then; undefined where its store is not reached from here. */
  agesBy?(hours: number): Promise<void>
  /** All that it has written down, sent and said so far, as far as this process can look. */
  leftovers(): Promise<readonly Leftover[]>
  /** @returns whether everything ended as it should */
  stop(): Promise<boolean>
}

/** How a Sluice without containers finds a server here. */
export const LOOPBACK = { listenOn: '127.0.0.1', host: '127.0.0.1' } as const

/** What every target is started with. */
export const TARGET_SETTINGS = {
  SLUICE_ADMIN_PASSWORD: 'a password for this test',
  WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  OWNER_TOLD_AFTER_SECONDS: '0',
  LOG_LEVEL: 'debug',
} as const

export type SluiceTier = 'shared' | 'dedicated'

/** What a target of a tier is started with, and where it has its collections. */
export const tierOf = (tier: SluiceTier): { base: SluiceTarget['base']; settings: { TIER: SluiceTier } } => ({
  base: tier === 'dedicated' ? '/sluice' : '',
  settings: { TIER: tier },
})

/** Recipients a day that the service's mail server may be used for. */
export const MAIL_ALLOWANCE = 50
export const MAIL_FROM = 'sluice@example.org'

/** A mail server here, and what a target is told of it. */
export async function openMail(host: SluiceTarget['receiver'] = LOOPBACK) {
  const mail = await openMailReceiver({}, host)
  const settings = { SMTP_URL: mail.url, SMTP_FROM: MAIL_FROM, EMAIL_DAILY_ALLOWANCE: String(MAIL_ALLOWANCE) }
  return { mail, settings }
}

/** Stands for a host on the internet, to which a Sluice here has no way but its proxy. */
export const OUTSIDE = '93.184.216.34'
export const PROXY_PASSWORD = 'password-of-the-proxy-3vQ8'

/**
 * A proxy here that leads each port of the outside to the same port of this machine, and what a target is told of it. This
 * machine itself is reached without it.
 */
export async function openOutside() {
  const proxy = await openConnectProxy({ leadsTo: authority => Number(authority.split(':').at(-1)) })
  return { proxy, settings: { WEBHOOK_PROXY: proxy.url.replace('//', `//sluice:${PROXY_PASSWORD}@`) } }
}

/** A collector here, and what a target is told of it: only what is asked for is recorded. */
export async function openTraces() {
  const traces = await startTraceCollector()
  return { traces, settings: { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_TRACES_SAMPLER_ARG: '0' } }
}
