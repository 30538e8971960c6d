// What an operator is given (deploy/observability, docs/runbook), as the tests read it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const FOLDER = 'deploy/observability'
export const RUNBOOK = 'docs/runbook'

const alert = z.object({
  alert: z.string().regex(/^Sluice[A-Za-z]+$/),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string(), runbook_url: z.string() }),
})
type Alert = z.infer<typeof alert>
const rules = z.strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(alert).min(1) })) })

const panel = z.object({
  id: z.int(),
  type: z.string(),
  title: z.string().min(1),
  description: z.string().optional(),
  gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string().min(1).optional() }) }).optional(),
  targets: z.array(z.object({ refId: z.string(), expr: z.string().min(1) })).optional(),
})
type Panel = z.infer<typeof panel>
const dashboard = z.object({ uid: z.string(), title: z.string(), panels: z.array(panel).min(1) })
type Dashboard = { file: string; uid: string; title: string; panels: readonly Panel[] }

const scrapes = z.object({
  scrape_configs: z.array(
    z.object({ job_name: z.string(), dns_sd_configs: z.array(z.object({ names: z.array(z.string()) })).optional() }),
  ),
})
const composition = z.object({
  services: z.record(
    z.string(),
    z.object({ profiles: z.array(z.string()).optional(), ports: z.array(z.string()).optional() }),
  ),
})

const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

export const readAlerts = (): Alert[] => rules.parse(parse(textOf('alerts.yml'))).groups.flatMap(group => group.rules)

export function readDashboards(): Dashboard[] {
  const folder = 'grafana/dashboards'
  return readdirSync(join(FOLDER, folder)).map(file => ({
    file,
    ...dashboard.parse(JSON.parse(textOf(join(folder, file)))),
  }))
}

/** The names of the containers that Prometheus looks for. */
export const readScraped = (): string[] =>
  scrapes
    .parse(parse(textOf('prometheus.yml')))
    .scrape_configs.flatMap(({ dns_sd_configs: found = [] }) => found.flatMap(({ names }) => names))

export const readComposition = () =>
  composition.parse(parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true })).services

/** Every page of the runbook by its name, the index left out. */
export function readPages(): Map<string, string> {
  const names = readdirSync(RUNBOOK).filter(name => name !== 'README.md')
  return new Map(names.map(name => [name, readFileSync(join(RUNBOOK, name), 'utf8')]))
}

/** Every query with the place where it stands. */
export function readQueries(): { where: string; query: string }[] {
  const ofAlerts = readAlerts().map(({ alert: where, expr: query }) => ({ where, query }))
  const ofPanels = readDashboards().flatMap(({ file, panels }) =>
    panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr: query }) => ({ where: `${file}: ${title}`, query })),
    ),
  )
  return [...ofAlerts, ...ofPanels]
}

/** Labels that Prometheus gives, not the process. */
const GIVEN = new Set(['process', 'instance', 'job', 'le'])

/** Each metric of Sluice that a query names, with the labels that are asked of it. */
export function metricsIn(query: string): { name: string; labels: string[] }[] {
  return [...query.matchAll(/\b(sluice_[a-z_]+)(?:\{([^}]*)\})?/g)].map(([, name = '', matchers = '']) => ({
    name,
    labels: [...matchers.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }))
}

/** The labels that a query groups by, but for those that Prometheus gives. */
export const groupedBy = (query: string): string[] =>
  [...query.matchAll(/\bby \(([^)]*)\)/g)]
    .flatMap(([, labels = '']) => labels.split(/\s*,\s*/))
    .filter(label => !GIVEN.has(label))
