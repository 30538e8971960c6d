import { exchangeCompleted, mailAddress } from '@sluice/contracts'
import {
  type Config,
  commaList,
  flag,
  isAddressBlock,
  OperatorError,
  type Secret,
  type SettingDefinitions,
  secret,
  setting,
  wholeNumber,
} from '@sluice/service-kit'
import { z } from 'zod'
import { type MailServer, serviceMailServer } from './domain/mail/mail-server.ts'
import { isPercentEncoded, isProxyUrl, type ProxyServer, proxyServer } from './domain/target/proxy-server.ts'

const GiB = 1024 ** 3
/** Characters of NO_PROXY. */
const MAX_EXCEPTIONS = 10_000

function isBlockWithPort(text: string): boolean {
  const [, block = '', port = '0'] = /^(.+\/\d{1,3})(?::(\d{1,5}))?$/.exec(text) ?? []
  return isAddressBlock(block) && Number(port) <= 65_535
}

function isSmtpUrl(text: string): boolean {
  const url = /^smtps?:\/\/\S+$/.test(text) ? URL.parse(text) : null
  if (!url?.hostname || url.search || url.hash || !['', '/'].includes(url.pathname)) return false
  const hasBoth = Boolean(url.username) === Boolean(url.password)
  return hasBoth && [url.username, url.password].every(isPercentEncoded)
}

const blockWithPort = z.string().refine(isBlockWithPort, { error: 'must be like 10.0.0.0/8 or 127.0.0.1/32:9000' })

/** What the webhook dispatcher is told beside what every process is told. */
export const settings = {
  WEBHOOK_ALLOW_CIDRS: setting(commaList(blockWithPort), {
    description:
      'Address blocks that are not public and that webhooks may call all the same: cidr or cidr:port (comma).',
  }),
  WEBHOOK_PROXY: setting<Secret | undefined>(
    z
      .string()
      .refine(isProxyUrl, {
        error:
          'must look like http://proxy:3128 or https://user:password@proxy:443, special characters percent-encoded',
      })
      .transform(text => secret(text))
      .optional(),
    {
      description:
        'Proxy that webhooks and mails leave by (HTTP CONNECT). The addresses it is asked for are judged as without one.',
      isSecret: true,
    },
  ),
  NO_PROXY: setting(z.string().max(MAX_EXCEPTIONS).optional(), {
    description:
      'Hosts that are reached without WEBHOOK_PROXY: names with what is below them, addresses, or *, each with :port or without (comma).',
  }),
  WEBHOOK_PROXY_RESOLVES: setting(flag, {
    description:
      'true: WEBHOOK_PROXY is asked for names and looks them up itself, for networks without name servers. Sluice sees no addresses then, so the proxy has to refuse inner ones.',
  }),
  LOG_RETENTION_DAYS: setting(wholeNumber(1, 3650), {
    description: 'Days that webhook logs are kept; at least 9, a day longer than events stay on the bus.',
    default: '30',
  }),
  FAILED_LOG_RETENTION_DAYS: setting(wholeNumber(1, 3650).optional(), {
    description:
      'Days that entries of webhook logs which have failed are kept. When it is not set, as long as the others; never less.',
  }),
  EVENT_STORE_MAX_BYTES: setting(wholeNumber(1024 * 1024, 1024 * 1024 * GiB), {
    description:
      'Most bytes that events and webhook logs take in the store. Near it, bodies of requests that no webhook matched are given up first, then these requests; the log says how many.',
    default: String(10 * GiB),
  }),
  SMTP_URL: setting<Secret | undefined>(
    z
      .string()
      .refine(isSmtpUrl, {
        error: 'must look like smtp://user:password@host:587 or smtps://host:465, special characters percent-encoded',
      })
      .transform(text => secret(text))
      .optional(),
    {
      description:
        'Mail server of e-mail webhooks. smtps:// is TLS from the start; smtp:// turns to TLS where the server offers it, and always before a password is sent.',
      isSecret: true,
    },
  ),
  SMTP_FROM: setting(mailAddress.optional(), {
    description: 'Address that mails by SMTP_URL come from, like sluice@example.com. The two are set together.',
  }),
  OWNER_TOLD_AFTER_SECONDS: setting(wholeNumber(0, 86_400), {
    description:
      'Seconds that a webhook has to fail, or to be held back, before that is told (docs/reference/occurrences.md).',
    default: '300',
  }),
  EMAIL_DAILY_ALLOWANCE: setting(wholeNumber(0, 10_000), {
    description:
      'Recipients a UTC day that SMTP_URL is used for. Mails by a server that the owner has set up are not counted.',
    default: '50',
  }),
  CONTACT_DAILY_ALLOWANCE: setting(wholeNumber(0, 10_000), {
    description: 'Recipients a UTC day of mails to the contacts of webhooks, by whichever server.',
    default: '100',
  }),
} satisfies SettingDefinitions

/** What the settings come to: the same in one process and in a cluster. */
export const settingsFrom = (config: Config<typeof settings>) => ({
  /** Blocks that are not public and may be called all the same: `cidr` or `cidr:port`. */
  allowCidrs: config.WEBHOOK_ALLOW_CIDRS,
  /** The proxy that deliveries leave by, the hosts that are reached without it, and whether it looks names up. */
  proxy: {
    url: config.WEBHOOK_PROXY,
    exceptions: config.NO_PROXY,
    resolvesNames: config.WEBHOOK_PROXY_RESOLVES ?? false,
  },
  /** Days that events, executions and old versions of webhooks are kept. */
  retentionDays: config.LOG_RETENTION_DAYS,
  /** Days that executions which have failed are kept, with their events; as long as the others when it is not said. */
  failedRetentionDays: config.FAILED_LOG_RETENTION_DAYS,
  /** What events and executions may take in the store; near it, events that no webhook matched are given up. */
  eventStoreMaxBytes: config.EVENT_STORE_MAX_BYTES,
  /** The service's own mail server. */
  smtp: { url: config.SMTP_URL, from: config.SMTP_FROM },
  /** How long a webhook has to fail before that is told. */
  toldAfterMs: config.OWNER_TOLD_AFTER_SECONDS * 1000,
  /** Recipients a UTC day that it may be used for. */
  emailDailyAllowance: config.EMAIL_DAILY_ALLOWANCE,
  /** Recipients a UTC day of mails to contacts of webhooks. */
  contactDailyAllowance: config.CONTACT_DAILY_ALLOWANCE,
})

export type DispatcherSettings = ReturnType<typeof settingsFrom>

/** The proxy that deliveries leave by. @throws OperatorError when the proxy is to look names up, and there is none */
export function readProxySetting(proxy: DispatcherSettings['proxy']): ProxyServer | undefined {
  if (proxy.resolvesNames && !proxy.url) {
    throw new OperatorError(
      'WEBHOOK_PROXY_RESOLVES is set, and WEBHOOK_PROXY is not. Set it to the proxy, or take WEBHOOK_PROXY_RESOLVES away.',
    )
  }
  return proxyServer(proxy)
}

/** The service's own mail server. @throws OperatorError when one of the two settings is missing */
export function readSmtpSetting({ url, from }: DispatcherSettings['smtp']): MailServer | undefined {
  if (url && from) return serviceMailServer(url, from)
  if (url) throw new OperatorError('SMTP_URL is set, and SMTP_FROM is not. Set it to the address that mails come from.')
  if (from)
    throw new OperatorError('SMTP_FROM is set, and SMTP_URL is not. Set it to the mail server, or take SMTP_FROM away.')
  return undefined
}

const DAY_MS = 24 * 3_600_000
/** The bus drops whole files of events, of a day at most, when the newest event in one is old enough. */
const BUS_DAYS = Math.ceil(exchangeCompleted.retentionMs / DAY_MS) + 1
/** The log of an event outlives the event itself on the bus, and the day that it is dropped with may have just begun. */
const MIN_DAYS = BUS_DAYS + 1

/** Days that the log is kept, and what has failed of it. */
export type RetentionDays = { all: number; failed: number }

/** Entries that have failed are kept as long as the others where nothing else is set. */
export const readRetentionDays = ({
  retentionDays,
  failedRetentionDays,
}: Pick<DispatcherSettings, 'retentionDays' | 'failedRetentionDays'>): RetentionDays => ({
  all: retentionDays,
  failed: failedRetentionDays ?? retentionDays,
})

/**
 * @throws OperatorError when the log would be gone while its events can still come again from the bus, or what has failed
 * would be kept for a shorter time than the rest
 */
export function checkRetentionDays({ all, failed }: RetentionDays): void {
  if (all < MIN_DAYS) {
    throw new OperatorError(
      `LOG_RETENTION_DAYS (${all}) is less than ${MIN_DAYS}. The bus keeps events for up to ${BUS_DAYS} days, and one that is read again after its log is gone would be delivered again. Set it to ${MIN_DAYS} or more.`,
    )
  }
  if (failed >= all) return
  throw new OperatorError(
    `FAILED_LOG_RETENTION_DAYS (${failed}) is less than LOG_RETENTION_DAYS (${all}). Set it to as many days or more, or take it away.`,
  )
}
