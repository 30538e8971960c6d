import {
  authoritySettings,
  type Config,
  clusterTrustSettings,
  databaseSettings,
  flag,
  listenSettings,
  type Secret,
  type SettingDefinitions,
  secret,
  setting,
  tracingSettings,
} from '@sluice/service-kit'
import { z } from 'zod'

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
} satisfies SettingDefinitions

/** What every process of a cluster is told. */
export const clusterSettings = {
  ...listenSettings,
  ...databaseSettings,
  ...authoritySettings,
  ...backendSettings,
  ...clusterTrustSettings,
  ...tracingSettings,
}

export type ClusterConfig = Config<typeof clusterSettings>

/** The settings as they are at each moment: those of files may be replaced. */
export type CurrentConfig = () => ClusterConfig
