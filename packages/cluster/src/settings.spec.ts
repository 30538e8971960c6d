import { describe, expect, it } from '@jest/globals'
import { readLiveConfig } from '@sluice/service-kit'
import { clusterSettings } from './settings.ts'

describe('the settings of a cluster', () => {
  const complete = {
    MONGODB_URI: 'mongodb://sluice:a-password@db1:27017,db2:27017/?replicaSet=rs0',
    KAFKA_BROKERS: 'kafka1:9092, [::1]:9093',
    REDIS_URL: 'rediss://:a-password@cache:6379',
    INTERNAL_SECRETS: 'a'.repeat(32),
  }

  it('are read, and show no password', () => {
    const result = readLiveConfig(clusterSettings, complete)
    expect(result).toMatchObject({
      kind: 'read',
      config: { KAFKA_BROKERS: ['kafka1:9092', '[::1]:9093'], CLUSTER_PREFIX: '' },
    })
    expect(JSON.stringify(result)).not.toContain('a-password')
  })

  it('have no default where a wrong one would do harm: each that is missing is named', () => {
    const result = readLiveConfig(clusterSettings, {})
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
  ])('refuse %s=%s by name', (name, value) => {
    const result = readLiveConfig(clusterSettings, { ...complete, [name]: value })
    expect(result).toMatchObject({ kind: 'faulty', faults: [{ name }] })
    expect(JSON.stringify(result)).not.toContain('a-password')
  })
})
