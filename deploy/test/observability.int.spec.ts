import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  AMELIA,
  keyClient,
  makeSmallWorld,
  ownerClient,
  type SluiceProcess,
  startSluice,
  userClient,
} from '@sluice/e2e'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { groupedBy, metricsIn, readPages, readQueries } from './observability.ts'

const SLUICE_ADMIN_PASSWORD = 'a password for this test'
/** Prometheus counts them together: one name with these endings is a histogram. */
const ENDING = /_(bucket|sum|count)$/

type MetricSample = { name: string; labels: ReadonlyMap<string, string>; value: number }

function readSamples(text: string): MetricSample[] {
  return text.split('\n').flatMap(line => {
    const [, name, labels = '', value] = /^(sluice_[a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (!name) return []
    const pairs = [...labels.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, key = '', held = '']) => [key, held] as const)
    return [{ name, labels: new Map(pairs), value: Number(value) }]
  })
}

/** A Sluice in which all has happened that a metric is about: what has never happened has no histogram. */
async function useEverything(sluice: SluiceProcess): Promise<void> {
  const ownerPassword = SLUICE_ADMIN_PASSWORD
  await makeSmallWorld({ urls: [sluice.url, sluice.url], ownerPassword })
  const owner = ownerClient({ url: sluice.url, ownerPassword })
  // Nothing listens there.
  await owner.json('POST', '/webhooks', { name: 'any', condition: "path-prefix('/')", url: 'http://127.0.0.1:9/' })
  const amelia = userClient(sluice.url, AMELIA)
  const roles = ['flight-reader']
  const { _id, key } = await amelia.json<{ _id: string; key: string }>('POST', '/keys', { name: 'one', roles })
  const query = { query: '{ airports(state: "CA") { iata } }' }
  await keyClient(sluice.url, key).json('POST', '/graphql/flights', query)
  await keyClient(sluice.url, key)
    .json('POST', '/graphql/flights', { query: '{ nothing }' })
    .catch(() => undefined)
  await amelia.status('DELETE', `/keys/${_id}`)
  await keyClient(sluice.url, key).status('GET', '/airports')
  await callTool(sluice.url)
}

/** Calls a tool as an assistant of the owner does. */
async function callTool(url: string): Promise<void> {
  const authorization = `Basic ${btoa(`admin:${SLUICE_ADMIN_PASSWORD}`)}`
  const accept = 'application/json, text/event-stream'
  const headers = { authorization, accept, 'content-type': 'application/json', 'mcp-protocol-version': '2025-06-18' }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } }
  const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(message) })
  expect(await answer.json()).toMatchObject({ result: { structuredContent: { id: 'admin' } } })
}

describe('what an operator is shown', () => {
  let sluice: SluiceProcess
  let samples: MetricSample[] = []

  beforeAll(async () => {
    // What comes from a file is counted when the file brings another value.
    const SLUICE_ADMIN_PASSWORD_FILE = join(await temporaryDirectory(), 'password')
    await writeFile(SLUICE_ADMIN_PASSWORD_FILE, SLUICE_ADMIN_PASSWORD)
    const settings = { SLUICE_DEMO: '0', SLUICE_ADMIN_PASSWORD_FILE, WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' }
    sluice = await startSluice({ ...settings, DATA_DIR: await temporaryDirectory() })
    await useEverything(sluice)
    await eventually(async () => {
      samples = readSamples(await (await fetch(`${sluice.adminUrl}/metrics`)).text())
      expect(figure('sluice_webhook_delivery_duration_count')).toBeGreaterThan(0)
      expect(figure('sluice_webhook_event_delay_count')).toBeGreaterThan(0)
    })
  })
  afterAll(() => sluice?.interrupt())

  const ofName = (name: string) => samples.filter(sample => sample.name === name)
  const figure = (name: string, labels: Readonly<Record<string, string>> = {}) =>
    ofName(name)
      .filter(sample => Object.entries(labels).every(([key, value]) => sample.labels.get(key) === value))
      .reduce((sum, { value }) => sum + value, 0)
  const hasLabel = (name: string, label: string) => ofName(name).some(({ labels }) => labels.has(label))

  it('is, in every alert and every panel, a metric that the processes have', () => {
    const missing = readQueries().flatMap(({ where, query }) =>
      metricsIn(query).flatMap(({ name }) => (ofName(name).length > 0 ? [] : [`${where}: ${name}`])),
    )
    expect(missing).toEqual([])
  })

  it('asks no metric for a label that it does not have', () => {
    const missing = readQueries().flatMap(({ where, query }) => {
      const metrics = metricsIn(query)
      const asked = metrics.flatMap(({ name, labels }) => labels.map(label => ({ name, label })))
      const grouped = groupedBy(query).filter(label => !metrics.some(({ name }) => hasLabel(name, label)))
      return [...asked.filter(({ name, label }) => !hasLabel(name, label)), ...grouped].map(what => ({ where, what }))
    })
    expect(missing).toEqual([])
  })

  it('is, in the runbook, a metric that the processes have', () => {
    const named = [...readPages()].flatMap(([page, text]) => metricsIn(text).map(({ name }) => ({ page, name })))
    // A histogram is called by its own name there.
    const isThere = (name: string) => [name, `${name}_count`].some(one => ofName(one).length > 0)
    expect(named.filter(({ name }) => !isThere(name))).toEqual([])
  })

  it('stands in docs/observability.md, all of it and nothing else', () => {
    const rows = readFileSync('docs/observability.md', 'utf8').matchAll(/^\| `(sluice_[a-z_]+)` \|/gm)
    const documented = [...rows].map(([, name]) => name).sort()
    const histograms = new Set(
      samples.filter(({ name }) => name.endsWith('_bucket')).map(({ name }) => name.replace(ENDING, '')),
    )
    const familyOf = (name: string) => (histograms.has(name.replace(ENDING, '')) ? name.replace(ENDING, '') : name)
    expect(documented).toEqual([...new Set(samples.map(({ name }) => familyOf(name)))].sort())
  })

  it('counts what has happened', () => {
    const counted = {
      issued: figure('sluice_key_changes_total', { change: 'issued' }),
      revoked: figure('sluice_key_changes_total', { change: 'revoked' }),
      answered: figure('sluice_graphql_operations_total', { outcome: 'answered' }),
      errors: figure('sluice_graphql_operations_total', { outcome: 'errors' }),
      deadKey: figure('sluice_gateway_refusals_total', { code: 'INVALID_KEY' }),
      called: figure('sluice_mcp_calls_total', { group: 'caller', outcome: 'answered' }),
      ready: figure('sluice_ready'),
    }
    expect(counted).toEqual({ issued: 1, revoked: 1, answered: 1, errors: 1, deadKey: 1, called: 1, ready: 1 })
  })

  it('has no label whose values nobody has bounded', () => {
    const labels = new Set(samples.flatMap(({ labels: pairs }) => [...pairs.keys()]))
    const bounded = [
      'change',
      'cause',
      'code',
      'dependency',
      'group',
      'kind',
      'le',
      'matched',
      'otel_scope_name',
      'outcome',
      'reason',
    ]
    expect([...labels].sort()).toEqual([...bounded, 'service', 'setting', 'stage', 'status', 'way', 'what'].sort())
  })
})
