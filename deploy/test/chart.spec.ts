import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { backendSettings } from '@sluice/cluster/settings'
import { exchangeCompleted } from '@sluice/contracts'
import * as data from '@sluice/data/settings'
import * as gateway from '@sluice/gateway/settings'
import * as keys from '@sluice/keys/settings'
import {
  clusterTrustSettings,
  databaseSettings,
  listenSettings,
  type SettingDefinitions,
  tracingSettings,
} from '@sluice/service-kit'
import * as webhookDispatcher from '@sluice/webhook-dispatcher/settings'
import { parse } from 'yaml'
import { z } from 'zod'

const CHART = 'deploy/helm/sluice'
const read = (file: string) => readFileSync(`${CHART}/${file}`, 'utf8')

const withSettings = z.looseObject({
  properties: z.looseObject({ settings: z.looseObject({ properties: z.record(z.string(), z.unknown()) }) }),
})
const schema = z
  .looseObject({
    properties: z.looseObject({
      settings: z.looseObject({ properties: z.record(z.string(), z.unknown()) }),
      gateway: withSettings,
      data: withSettings,
      'graphql-apps': withSettings,
      keys: withSettings,
      mcp: withSettings,
      'webhook-dispatcher': withSettings,
    }),
    definitions: z.looseObject({ partitions: z.looseObject({ maximum: z.number() }) }),
  })
  .parse(JSON.parse(read('values.schema.json')))

const templates = readdirSync(`${CHART}/templates`)
  .map(file => read(`templates/${file}`))
  .join('\n')

/** What the templates themselves set, from other values. */
const ofTheChart = [
  'PORT',
  'ADMIN_PORT',
  'TLS_CERT',
  'TLS_KEY',
  ...Object.keys(gateway.upstreamSettings),
  'GATEWAY_URL',
]
const openNames = (settings: SettingDefinitions) =>
  Object.entries(settings)
    .filter(([name, { isSecret }]) => !isSecret && !ofTheChart.includes(name))
    .map(([name]) => name)
    .sort()

describe('the chart', () => {
  it('belongs to the version of Sluice', () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
    expect(parse(read('Chart.yaml'))).toMatchObject({ name: 'sluice', version, appVersion: version })
  })

  it('takes the settings that every service has, by their names', () => {
    const { CLUSTER_PREFIX } = backendSettings
    const expected = openNames({ ...listenSettings, ...databaseSettings, ...tracingSettings, CLUSTER_PREFIX })
    expect(Object.keys(schema.properties.settings.properties).sort()).toEqual(expected)
  })

  it.each<[keyof typeof schema.properties & string, SettingDefinitions]>([
    ['gateway', gateway.settings],
    ['keys', keys.settings],
    ['webhook-dispatcher', webhookDispatcher.settings],
    ['data', {}],
    ['graphql-apps', {}],
    ['mcp', {}],
  ])('takes the settings that only %s has, by their names', (service, settings) => {
    const { properties } = withSettings.parse(schema.properties[service])
    expect(Object.keys(properties.settings.properties).sort()).toEqual(openNames(settings))
  })

  const others = {
    ...backendSettings,
    ...clusterTrustSettings,
    ...data.settings,
    ...webhookDispatcher.settings,
    ...tracingSettings,
  }
  const filledIn = Object.entries(others).flatMap(([name, { isSecret }]) => (isSecret ? [name] : []))
  const ofBackends = Object.keys(backendSettings).filter(name => name !== 'CLUSTER_PREFIX')
  it.each([...new Set([...ofTheChart, ...filledIn, ...ofBackends])])(
    'fills in %s by itself, or from a Secret',
    name => {
      expect(templates).toMatch(new RegExp(`\\b${name}\\b`))
    },
  )

  it('allows as many dispatchers as the topic has partitions', () => {
    expect(schema.definitions.partitions.maximum).toBe(exchangeCompleted.partitions)
  })
})
