import type { SettingDefinitions } from '@sluice/service-kit'
import { settingsByReader } from './every-setting.ts'

/** The values of the chart are checked by a schema that is not as this code expects it. */
class ChartSchemaError extends Error {
  override name = 'ChartSchemaError'
}

/** Ports and files are a deployment's own; an owner is restored by hand, for one start. */
const NOT_DEPLOYED = ['PORT', 'ADMIN_PORT', 'NODE_EXTRA_CA_CERTS', 'TLS_CERT', 'TLS_KEY', 'SLUICE_RESTORE_OWNER']
/** The image says where to listen. */
const SET_BY_IMAGE = ['HOST']
/** Made of other values of the chart. */
const SET_BY_CHART = ['KAFKA_BROKERS', 'KAFKA_TLS', 'KAFKA_SASL_MECHANISM', 'KAFKA_SASL_USERNAME']

const inCompose = (reader: string): string[] =>
  Object.keys(settingsOf(reader)).filter(name => ![...NOT_DEPLOYED, ...SET_BY_IMAGE].includes(name))

/** Secrets come from Secrets, never from values. */
const inChart = (reader: string): string[] =>
  Object.entries(settingsOf(reader)).flatMap(([name, { isSecret }]) =>
    isSecret || [...NOT_DEPLOYED, ...SET_BY_CHART].includes(name) ? [] : [name],
  )

const settingsOf = (reader: string): SettingDefinitions => settingsByReader[reader] ?? {}

const BLOCK = /^ *# settings of .+: npm run generate adds and removes lines\n[\s\S]*?^ *# end of settings$/gm
const HEAD = /^( *)# settings of (.+):.*\n/
/** A setting of a block, with the comments above it. */
const ENTRY = /^(?: *#.*\n)* *([A-Z][A-Z0-9_]*):.*\n/gm

/** In each block a line for each setting. What stands there of one already is kept as it is. */
function withLines(text: string, namesOf: (reader: string) => readonly string[], line: (name: string) => string) {
  return text.replace(BLOCK, block => {
    const [head = '', indent = '', reader = ''] = HEAD.exec(block) ?? []
    const held = block.slice(head.length)
    const known = new Map([...held.matchAll(ENTRY)].map(([entry, name]) => [name, entry]))
    const entries = namesOf(reader).map(name => known.get(name) ?? `${indent}${line(name)}\n`)
    return `${head}${entries.join('')}${indent}# end of settings`
  })
}

/** Writes `docker-compose.yml` so that each service is handed its settings from the environment. */
export const composeWithSettings = (text: string): string =>
  withLines(text, inCompose, name => `${name}: \${${name}:-}`)

/** Writes the values of the chart so that they name each setting that is not a secret. */
export const valuesWithSettings = (text: string): string => withLines(text, inChart, name => `${name}: ''`)

const LIST_OF_VALUES = /\[\s+([^[\]{}]*?)\s+\]/g

/** Writes the schema of the chart's values so that they take these settings and no others. @throws ChartSchemaError */
export function schemaWithSettings(text: string): string {
  const schema: unknown = JSON.parse(text)
  for (const reader of Object.keys(settingsByReader)) {
    const path = reader === 'all services' ? [] : ['properties', reader]
    const settings = objectAt(schema, [...path, 'properties', 'settings'])
    settings.properties = Object.fromEntries(inChart(reader).map(name => [name, { $ref: '#/definitions/setting' }]))
  }
  const written = JSON.stringify(schema, undefined, 2)
  return `${written.replaceAll(LIST_OF_VALUES, (_, values: string) => `[${values.replaceAll(/\s*\n\s*/g, ' ')}]`)}\n`
}

function objectAt(value: unknown, [next, ...rest]: readonly string[]): Record<string, unknown> {
  if (!isObject(value)) throw new ChartSchemaError(`The schema of the chart's values has no object before ${next}.`)
  return next === undefined ? value : objectAt(value[next], rest)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
