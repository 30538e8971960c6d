import { isIP } from 'node:net'
import { mailAddress } from '@sluice/contracts'
import { z } from 'zod'
import { type Setting, setting } from './config.ts'
import { type Secret, secret } from './secret.ts'

const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .refine(value => Number.isInteger(value) && value >= min && value <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })

const GiB = 1024 ** 3

const secretList = z.string().transform(text => text.split(',').map(part => secret(part.trim())))
const longSecrets = secretList.refine(list => list.length <= 2 && list.every(item => item.reveal().length >= 32), {
  message: 'one or two secrets of at least 32 characters each, separated by a comma',
})

const list = <T extends z.ZodType<string, string>>(entry: T) =>
  z
    .string()
    .optional()
    .transform(text => (text ? text.split(',').map(part => part.trim()) : []))
    .pipe(z.array(entry))

function isBlock(text: string): boolean {
  const [, network = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? []
  const version = isIP(network)
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128)
}

function isBlockWithPort(text: string): boolean {
  const [, block = '', port = '0'] = /^(.+\/\d{1,3})(?::(\d{1,5}))?$/.exec(text) ?? []
  return isBlock(block) && Number(port) <= 65_535
}

function isSmtpUrl(text: string): boolean {
  const url = /^smtps?:\/\/\S+$/.test(text) ? URL.parse(text) : null
  if (!url?.hostname || url.search || url.hash || !['', '/'].includes(url.pathname)) return false
  const hasBoth = Boolean(url.username) === Boolean(url.password)
  return hasBoth && [url.username, url.password].every(isPercentEncoded)
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const isOrigin = (text: string) => text === '*' || URL.parse(text)?.origin === text

const ipBlock = z.string().refine(isBlock, { error: 'must be like 10.0.0.0/8 or 2001:db8::/32' })
const ipBlockWithPort = z.string().refine(isBlockWithPort, { error: 'must be like 10.0.0.0/8 or 127.0.0.1/32:9000' })
const originText = z.string().refine(isOrigin, { error: 'must be like https://app.example, without a path, or *' })

/** On, off, or not said. */
export const flag = z
  .enum(['0', '1', 'true', 'false'])
  .optional()
  .transform(text => (text === undefined ? undefined : text === '1' || text === 'true'))

/** Where a process listens, and what it calls itself. */
export const listenSettings = {
  HOST: setting(z.string(), { description: 'Address to listen on.', default: '127.0.0.1' }),
  PORT: setting(wholeNumber(0, 65_535), { description: 'Port for clients. 0 takes a free one.', default: '8080' }),
  ADMIN_PORT: setting(wholeNumber(0, 65_535), {
    description: 'Port of /healthz, /readyz and /metrics. 0 takes a free one.',
    default: '9090',
  }),
  PUBLIC_URL: setting(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(), {
    description: 'The address that clients use, when it is not HOST and PORT. Loops of webhooks are recognised by it.',
  }),
  SERVICE_ID: setting(z.string().min(1).max(100), {
    description: 'Name of this service in events and templates ({{service.id}}).',
    default: 'sluice',
  }),
  LOG_LEVEL: setting(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), {
    description: 'How much is logged.',
    default: 'info',
  }),
} satisfies Record<string, Setting>

/** What is served. */
export const databaseSettings = {
  TIER: setting(z.enum(['shared', 'dedicated']), {
    description: 'shared: the default database at the root. dedicated: every database under its name.',
    default: 'shared',
  }),
  DEFAULT_DATABASE: setting(
    z.string().regex(/^[A-Za-z0-9_-]{1,38}$/, { error: 'letters, digits, _ and -, at most 38' }),
    {
      description: 'Name of the default database.',
      default: 'sluice',
    },
  ),
} satisfies Record<string, Setting>

/** Who vouches for the servers that Sluice connects to. */
export const authoritySettings = {
  NODE_EXTRA_CA_CERTS: setting(z.string().optional(), {
    description:
      'File with certificates (PEM) of authorities of your own, which are trusted besides the public ones: for MongoDB, Kafka, Redis, mail servers and targets of webhooks. A file that is replaced is taken over within 10 seconds.',
  }),
} satisfies Record<string, Setting>

/** Where a standalone Sluice lives. */
export const embeddedSettings = {
  DATA_DIR: setting(z.string(), {
    description: 'Standalone: folder of the embedded store, bus and spool.',
    default: './data',
  }),
  SLUICE_DEMO: setting(flag, {
    description:
      'Standalone, on an empty data directory: 1 loads the demo (airports, routes, an app, a user, a webhook), 0 starts empty.',
    default: '1',
  }),
} satisfies Record<string, Setting>

const aboutInternalSecrets = {
  description:
    'One or two secrets (comma, 32 characters or more each) that sign what the gateway tells the services. Standalone makes its own at first start; every process of a cluster needs the same.',
  isSecret: true,
  isLive: true,
}

/** How services recognise the gateway where all are one process. */
export const embeddedTrustSettings = {
  INTERNAL_SECRETS: setting<Secret[] | undefined>(longSecrets.optional(), aboutInternalSecrets),
} satisfies Record<string, Setting>

/** How services recognise the gateway where each is a process. */
export const clusterTrustSettings = {
  INTERNAL_SECRETS: setting<Secret[]>(longSecrets, aboutInternalSecrets),
} satisfies Record<string, Setting>

export const gatewaySettings = {
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
  TRUSTED_PROXIES: setting(list(ipBlock), { description: 'Address blocks whose X-Forwarded-For is believed (comma).' }),
  CORS_ORIGINS: setting(list(originText), { description: 'Origins that browsers may call from (comma), or *.' }),
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
} satisfies Record<string, Setting>

export const keySettings = {
  KEYS_MAX_EXPIRES_IN_DAYS: setting(wholeNumber(1, 3650), {
    description: 'Longest lifetime of an API key in days.',
    default: '365',
  }),
  KEYS_MAX_PER_USER: setting(wholeNumber(1, 1000), {
    description: 'Most keys that work at once per user.',
    default: '10',
  }),
  KEYS_CAPACITY: setting(wholeNumber(1, 10_000_000), {
    description: 'Most keys on the whole service; each gateway holds them in memory (about 400 bytes each).',
    default: '100000',
  }),
} satisfies Record<string, Setting>

export const webhookSettings = {
  WEBHOOK_ALLOW_CIDRS: setting(list(ipBlockWithPort), {
    description:
      'Address blocks that are not public and that webhooks may call all the same: cidr or cidr:port (comma).',
  }),
  LOG_RETENTION_DAYS: setting(wholeNumber(1, 3650), {
    description: 'Days that webhook logs are kept; at least 8, a day longer than events stay on the bus.',
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
  EMAIL_DAILY_ALLOWANCE: setting(wholeNumber(0, 10_000), {
    description:
      'Recipients a UTC day that SMTP_URL is used for. Mails by a server that the owner has set up are not counted.',
    default: '50',
  }),
} satisfies Record<string, Setting>

export const firstOwnerSettings = {
  SLUICE_ADMIN_PASSWORD: setting<Secret | undefined>(
    z
      .string()
      .min(8, { error: 'must have at least 8 characters' })
      .max(1024)
      .transform(text => secret(text))
      .optional(),
    {
      description:
        'Password of the first owner, "admin". Used only when no owner can sign in, and by SLUICE_RESTORE_OWNER; a cluster without an owner needs it. From a file: also when another one comes to stand in it.',
      isSecret: true,
      isLive: true,
    },
  ),
  SLUICE_RESTORE_OWNER: setting(flag, {
    description:
      'For one start, when nobody can sign in as the owner. 1: "admin" is enabled, gets the root role and the password SLUICE_ADMIN_PASSWORD (standalone without one: a new one, printed once).',
  }),
} satisfies Record<string, Setting>
