import { z } from 'zod'
import { type Setting, setting } from './config.ts'
import { type Secret, secret } from './secret.ts'
import { flag } from './settings.ts'

const secretUrl = (scheme: RegExp, example: string, isWhole: (text: string) => boolean = () => true) =>
  z
    .string()
    .refine(text => scheme.test(text) && isWhole(text), { error: `must look like ${example}` })
    .transform(text => secret(text))

const BROKER = { error: 'must be host:port, several by a comma' }
const HIGHEST_PORT = 65_535

const brokerList = z
  .string()
  .transform(text => text.split(',').map(part => part.trim()))
  .pipe(
    z.array(
      z
        .string()
        .regex(/^(\[[0-9a-fA-F:]+\]|[^\s:/@]+):\d{1,5}$/, BROKER)
        .refine(text => Number(text.slice(text.lastIndexOf(':') + 1)) <= HIGHEST_PORT, BROKER),
    ),
  )

/** What the processes of a cluster stand on. Addresses may hold passwords, so they are not shown. */
export const backendSettings = {
  MONGODB_URI: setting<Secret>(secretUrl(/^mongodb(\+srv)?:\/\/\S+$/, 'mongodb://host:27017/?replicaSet=rs0'), {
    description: 'Cluster: address of the MongoDB replica set.',
    isSecret: true,
  }),
  KAFKA_BROKERS: setting(brokerList, { description: 'Cluster: Kafka brokers as host:port (comma).' }),
  KAFKA_TLS: setting(flag, {
    description:
      'Cluster: 1 speaks TLS to Kafka. An authority of your own is trusted, here as everywhere, by NODE_EXTRA_CA_CERTS.',
  }),
  KAFKA_SASL_MECHANISM: setting(z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional(), {
    description: 'Cluster: how to sign in to Kafka: plain (by TLS only), scram-sha-256 or scram-sha-512.',
  }),
  KAFKA_SASL_USERNAME: setting(z.string().max(255).optional(), {
    description: 'Cluster: user of Kafka. Mechanism, user and password are set together.',
  }),
  KAFKA_SASL_PASSWORD: setting<Secret | undefined>(
    z
      .string()
      .transform(text => secret(text))
      .optional(),
    { description: 'Cluster: password of KAFKA_SASL_USERNAME.', isSecret: true, isLive: true },
  ),
  REDIS_URL: setting<Secret>(
    secretUrl(/^rediss?:\/\/\S+$/, 'redis://host:6379', text => URL.canParse(text)),
    {
      description: 'Cluster: address of Redis.',
      isSecret: true,
    },
  ),
  CLUSTER_PREFIX: setting(
    z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,24}$/, { error: 'letters, digits, _ and -, at most 24' })
      .optional()
      .transform(text => text ?? ''),
    {
      description:
        'Cluster: in front of the names of databases, topics, groups and channels, so that two clusters on the same servers do not meet.',
    },
  ),
} satisfies Record<string, Setting>

const upstream = (service: string) =>
  setting(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }), {
    description: `Cluster: where the gateway finds the service ${service}, like http://host:8080.`,
  })

/** Where the gateway of a cluster finds the services, and where its events wait for the bus. */
export const upstreamSettings = {
  UPSTREAM_DATA: upstream('data'),
  UPSTREAM_GRAPHQL_APPS: upstream('graphql-apps'),
  UPSTREAM_KEYS: upstream('keys'),
  UPSTREAM_WEBHOOKS: upstream('webhook-dispatcher'),
  SPOOL_DIR: setting(z.string(), {
    description:
      "Cluster: folder of a gateway's spool, one for each gateway, on a disk that outlives the process. What a dead gateway left in it is sent by the next one.",
  }),
} satisfies Record<string, Setting>
