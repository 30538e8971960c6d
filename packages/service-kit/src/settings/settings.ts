import { z } from 'zod'
import { type SettingDefinitions, setting } from './config.ts'
import { type Secret, secret } from './secret.ts'
import { wholeNumber } from './setting-schemas.ts'

const secretList = z.string().transform(text => text.split(',').map(part => secret(part.trim())))
const longSecrets = secretList.refine(list => list.length <= 2 && list.every(item => item.reveal().length >= 32), {
  message: 'one or two secrets of at least 32 characters each, separated by a comma',
})

/** The settings that say where a process listens, and what it calls itself. */
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
  STOP_WITHIN_SECONDS: setting(wholeNumber(1, 600), {
    description:
      'How long a process that is told to stop has to end in order. A gateway that finds no broker waits so long to ship its events.',
    default: '25',
  }),
} satisfies SettingDefinitions

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
} satisfies SettingDefinitions

/** The settings that say who vouches for the servers that Sluice connects to. */
export const authoritySettings = {
  NODE_EXTRA_CA_CERTS: setting(z.string().optional(), {
    description:
      'File with certificates (PEM) of authorities of your own, which are trusted besides the public ones: for MongoDB, Kafka, Redis, mail servers and targets of webhooks. A file that is replaced is taken over within 10 seconds.',
  }),
} satisfies SettingDefinitions

const aboutInternalSecrets = {
  description:
    'One or two secrets (comma, 32 characters or more each) that sign what the gateway tells the services. Standalone makes its own at first start; every process of a cluster needs the same.',
  isSecret: true,
  isLive: true,
}

/** How services recognise the gateway where all are one process. */
export const embeddedTrustSettings = {
  INTERNAL_SECRETS: setting<Secret[] | undefined>(longSecrets.optional(), aboutInternalSecrets),
} satisfies SettingDefinitions

/** How services recognise the gateway where each is a process. */
export const clusterTrustSettings = {
  INTERNAL_SECRETS: setting<Secret[]>(longSecrets, aboutInternalSecrets),
} satisfies SettingDefinitions
