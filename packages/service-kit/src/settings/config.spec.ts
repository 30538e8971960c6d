import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { backendSettings, upstreamSettings } from './cluster-settings.ts'
import { readConfig, setting } from './config.ts'
import { secret } from './secret.ts'
import {
  authoritySettings,
  clusterTrustSettings,
  databaseSettings,
  embeddedSettings,
  embeddedTrustSettings,
  firstOwnerSettings,
  gatewaySettings,
  keySettings,
  listenSettings,
  webhookSettings,
} from './settings.ts'

const settings = {
  PORT: setting(z.coerce.number({ error: 'must be a number' }), { description: 'Where to listen.', default: '8080' }),
  NAME: setting(z.string(), { description: 'What it is called.' }),
  TOKEN: setting(
    z
      .string()
      .min(8, { error: 'must have at least 8 characters' })
      .transform(text => secret(text)),
    { description: 'Opens everything.', isSecret: true },
  ),
}

const every = {
  ...listenSettings,
  ...authoritySettings,
  ...databaseSettings,
  ...embeddedSettings,
  ...embeddedTrustSettings,
  ...gatewaySettings,
  ...keySettings,
  ...webhookSettings,
  ...firstOwnerSettings,
}

describe('reading the configuration', () => {
  it('gives typed values, and defaults for what is not set', () => {
    const result = readConfig(settings, { NAME: ' sluice ', TOKEN: 'open sesame' })
    expect(result).toMatchObject({ kind: 'read', config: { PORT: 8080, NAME: 'sluice' } })
  })

  it('names all faults at once', () => {
    const result = readConfig(settings, { PORT: 'many', TOKEN: 'short' })
    expect(result.kind === 'faulty' && result.faults.map(({ name }) => name)).toEqual(['PORT', 'NAME', 'TOKEN'])
  })

  it('shows the wrong value and why, and what a missing one is for', () => {
    const result = readConfig(settings, { PORT: 'many', TOKEN: 'open sesame' })
    expect(result).toMatchObject({
      faults: [
        { name: 'PORT', message: '"many": must be a number' },
        { name: 'NAME', message: 'is not set. What it is called.' },
      ],
    })
  })

  it('shows a secret neither in the summary nor in a fault', () => {
    const good = readConfig(settings, { NAME: 'a', TOKEN: 'open sesame' })
    expect(good).toMatchObject({ summary: { TOKEN: '[secret]' } })
    expect(JSON.stringify(good)).not.toContain('sesame')
    expect(JSON.stringify(readConfig(settings, { NAME: 'a', TOKEN: 'tiny' }))).not.toContain('tiny')
  })

  it.each(['', '   '])('takes empty text for not set: %j', text => {
    expect(readConfig(settings, { PORT: text, NAME: 'a', TOKEN: 'open sesame' })).toMatchObject({
      config: { PORT: 8080 },
    })
    expect(readConfig(settings, { NAME: text, TOKEN: 'open sesame' })).toMatchObject({ faults: [{ name: 'NAME' }] })
  })

  it('can not be changed afterwards', () => {
    const result = readConfig(settings, { NAME: 'a', TOKEN: 'open sesame' })
    expect(result.kind === 'read' && Object.isFrozen(result.config)).toBe(true)
  })
})

describe('the settings of Sluice', () => {
  it('need nothing to be set: every default is valid', () => {
    expect(readConfig(every, {})).toMatchObject({ kind: 'read', config: { PORT: 8080, TIER: 'shared' } })
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['TIER', 'free'],
    ['DEFAULT_DATABASE', 'my db'],
    ['LOG_LEVEL', 'loud'],
    ['INTERNAL_SECRETS', 'short'],
    ['INTERNAL_SECRETS', [1, 2, 3].map(digit => String(digit).repeat(32)).join(',')],
    ['KEYS_MAX_EXPIRES_IN_DAYS', '3651'],
    ['KEYS_MAX_PER_USER', '0'],
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0'],
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8:70000'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com/?tls=no'],
    ['SMTP_URL', 'smtp://user@mail.example.com'],
    ['SMTP_URL', 'smtp://user:100%@mail.example.com'],
    ['SMTP_FROM', 'Sluice <sluice@example.com>'],
    ['EMAIL_DAILY_ALLOWANCE', '-1'],
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
    ['TRUSTED_PROXIES', '10.0.0/8'],
    ['TRUSTED_PROXIES', '2001:db8::/129'],
    ['TRUSTED_PROXIES', '10.0.0.0/8:9000'],
    ['CORS_ORIGINS', 'app.example'],
    ['CORS_ORIGINS', 'https://app.example/'],
    ['SLUICE_ADMIN_PASSWORD', 'short'],
    ['SLUICE_DEMO', 'perhaps'],
  ])('refuse %s=%s by name', (name, value) => {
    expect(readConfig(every, { [name]: value })).toMatchObject({ kind: 'faulty', faults: [{ name }] })
  })

  it.each([
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8, 127.0.0.1/32:9000, ::1/128, ::1/128:443'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,2001:db8::/32'],
    ['SMTP_URL', 'smtp://mail.example.com'],
    ['SMTP_URL', 'smtps://user%40example.com:p%25@[2001:db8::1]:465'],
    ['SMTP_FROM', 'sluice@example.com'],
    ['EMAIL_DAILY_ALLOWANCE', '0'],
    ['CORS_ORIGINS', 'https://app.example, http://localhost:3000'],
    ['CORS_ORIGINS', '*'],
  ])('take %s=%s', (name, value) => {
    expect(readConfig(every, { [name]: value })).toMatchObject({ kind: 'read' })
  })

  it('take one or two internal secrets', () => {
    const result = readConfig(embeddedTrustSettings, { INTERNAL_SECRETS: `${'a'.repeat(32)}, ${'b'.repeat(32)}` })
    const secrets = result.kind === 'read' ? result.config.INTERNAL_SECRETS : undefined
    expect(secrets?.map(item => item.reveal())).toEqual(['a'.repeat(32), 'b'.repeat(32)])
  })

  it('all say what they are for', () => {
    for (const { description } of Object.values({ ...every, ...ofCluster }))
      expect(description).toMatch(/^[A-Za-z].{10,}\.$/)
  })
})

const ofCluster = { ...backendSettings, ...upstreamSettings, ...clusterTrustSettings }

describe('the settings of a cluster', () => {
  const complete = {
    MONGODB_URI: 'mongodb://sluice:a-password@db1:27017,db2:27017/?replicaSet=rs0',
    KAFKA_BROKERS: 'kafka1:9092, [::1]:9093',
    REDIS_URL: 'rediss://:a-password@cache:6379',
    INTERNAL_SECRETS: 'a'.repeat(32),
    SPOOL_DIR: '/var/spool/sluice',
    UPSTREAM_DATA: 'http://data:8080',
    UPSTREAM_GRAPHQL_APPS: 'http://graphql-apps:8080',
    UPSTREAM_KEYS: 'http://keys:8080',
    UPSTREAM_WEBHOOKS: 'http://webhook-dispatcher:8080',
  }

  it('are read, and show no password', () => {
    const result = readConfig(ofCluster, complete)
    expect(result).toMatchObject({
      kind: 'read',
      config: { KAFKA_BROKERS: ['kafka1:9092', '[::1]:9093'], CLUSTER_PREFIX: '' },
    })
    expect(JSON.stringify(result)).not.toContain('a-password')
  })

  it('have no default where a wrong one would do harm: each that is missing is named', () => {
    const result = readConfig(ofCluster, {})
    const names = result.kind === 'faulty' ? result.faults.map(({ name }) => name) : []
    expect(new Set(names)).toEqual(new Set(Object.keys(complete)))
  })

  it.each([
    ['MONGODB_URI', 'http://a-password@db1'],
    ['KAFKA_BROKERS', 'kafka1'],
    ['KAFKA_BROKERS', 'kafka1:9092,'],
    ['KAFKA_BROKERS', 'kafka1:90920'],
    ['REDIS_URL', 'redis://host:637900'],
    ['REDIS_URL', 'cache:6379'],
    ['CLUSTER_PREFIX', 'two words'],
    ['UPSTREAM_KEYS', 'keys:8080'],
  ])('refuse %s=%s by name', (name, value) => {
    const result = readConfig(ofCluster, { ...complete, [name]: value })
    expect(result).toMatchObject({ kind: 'faulty', faults: [{ name }] })
    expect(JSON.stringify(result)).not.toContain('a-password')
  })
})
