import { describe, expect, it } from '@jest/globals'
import { readLiveConfig } from '@sluice/service-kit'
import { settings, upstreamSettings } from '../src/settings.ts'

describe('the settings of the gateway', () => {
  it('need nothing to be set: every default is valid', () => {
    expect(readLiveConfig(settings, {})).toMatchObject({ kind: 'read' })
  })

  it.each([
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
    ['TRUSTED_PROXIES', '10.0.0/8'],
    ['TRUSTED_PROXIES', '2001:db8::/129'],
    ['TRUSTED_PROXIES', '10.0.0.0/8:9000'],
    ['CORS_ORIGINS', 'app.example'],
    ['CORS_ORIGINS', 'https://app.example/'],
  ])('refuse %s=%s by name', (name, value) => {
    expect(readLiveConfig(settings, { [name]: value })).toMatchObject({ kind: 'faulty', faults: [{ name }] })
  })

  it.each([
    ['TRUSTED_PROXIES', '10.0.0.0/8,2001:db8::/32'],
    ['CORS_ORIGINS', 'https://app.example, http://localhost:3000'],
    ['CORS_ORIGINS', '*'],
  ])('take %s=%s', (name, value) => {
    expect(readLiveConfig(settings, { [name]: value })).toMatchObject({ kind: 'read' })
  })
})

describe('the settings of the gateway of a cluster', () => {
  const complete = {
    SPOOL_DIR: '/var/spool/sluice',
    UPSTREAM_DATA: 'http://data:8080',
    UPSTREAM_GRAPHQL_APPS: 'http://graphql-apps:8080',
    UPSTREAM_KEYS: 'http://keys:8080',
    UPSTREAM_WEBHOOKS: 'http://webhook-dispatcher:8080',
  }

  it('have no default where a wrong one would do harm: each that is missing is named', () => {
    const result = readLiveConfig(upstreamSettings, {})
    const names = result.kind === 'faulty' ? result.faults.map(({ name }) => name) : []
    expect(new Set(names)).toEqual(new Set(Object.keys(complete)))
  })

  it('refuse an upstream without a scheme by name', () => {
    const result = readLiveConfig(upstreamSettings, { ...complete, UPSTREAM_KEYS: 'keys:8080' })
    expect(result).toMatchObject({ kind: 'faulty', faults: [{ name: 'UPSTREAM_KEYS' }] })
  })
})
