import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import {
  groupedBy,
  metricsIn,
  RUNBOOK,
  readAlerts,
  readComposition,
  readDashboards,
  readPages,
  readQueries,
  readScraped,
} from './observability.ts'

const alerts = readAlerts()
const pages = readPages()
const index = readFileSync(join(RUNBOOK, 'README.md'), 'utf8')
/** How a part of a process has ended is put into its log line. */
const PUT_TOGETHER = ['part.failed', 'part.timed-out']

describe('the alerts', () => {
  it('have names of their own', () => {
    const names = alerts.map(({ alert }) => alert)
    expect(names).toEqual([...new Set(names)])
  })

  it.each(alerts.map(alert => [alert.alert, alert] as const))(
    '%s leads to its page, and the page to it',
    (name, one) => {
      const { runbook_url: url } = one.annotations
      expect(url).toMatch(/^docs\/runbook\/[a-z-]+\.md$/)
      expect(pages.get(basename(url))).toContain(`Alert \`${name}\`.`)
      expect(index).toContain(`| \`${name}\` | ${one.labels.severity} | [${basename(url, '.md')}](${basename(url)}) |`)
    },
  )
})

describe('the runbook', () => {
  it('has no page without an alert', () => {
    const wanted = alerts.map(({ annotations }) => basename(annotations.runbook_url))
    expect([...pages.keys()].sort()).toEqual(wanted.sort())
  })

  it.each([...pages])('says in %s what users feel, where to look, what to do and when it is over', (_, text) => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['What users feel', 'Look', 'Do', 'It is over when'])
  })

  it.each([...pages, ['README.md', index] as const])('leads from %s only to files that exist', (_, text) => {
    const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link = '']) => join(RUNBOOK, link))
    expect(links.filter(link => !existsSync(link))).toEqual([])
  })

  it('names only log lines that the code writes', () => {
    const literals = sourcesOf().matchAll(/'([a-z-]+\.[a-z-]+)'/g)
    const written = new Set([...PUT_TOGETHER, ...[...literals].map(([, line = '']) => line)])
    const named = [...pages.values(), index].flatMap(text => [...text.matchAll(/`([a-z-]+\.[a-z-]+)`/g)])
    const lines = named.map(([, line = '']) => line).filter(line => !/\.(ya?ml|md|sh)$/.test(line))
    expect(lines.length).toBeGreaterThan(20)
    expect(lines.filter(line => !written.has(line))).toEqual([])
  })
})

describe('the dashboards', () => {
  const dashboards = readDashboards()

  it('are named as their files are', () => {
    expect(dashboards.map(({ uid }) => uid)).toEqual(dashboards.map(({ file }) => basename(file, '.json')))
  })

  it.each(dashboards.map(one => [one.file, one] as const))('%s: each panel has an id of its own', (_, { panels }) => {
    const ids = panels.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  it.each(dashboards.map(one => [one.file, one] as const))(
    '%s: each says its unit and what it means',
    (_, { panels }) => {
      const shown = panels.filter(({ type }) => type !== 'row')
      const isMute = shown.filter(one => !one.fieldConfig?.defaults.unit || !one.description || !one.targets?.length)
      expect(isMute.map(({ title }) => title)).toEqual([])
    },
  )

  it.each(dashboards.map(one => [one.file, one] as const))('%s: no panel lies over another', (_, { panels }) => {
    const cells = panels.flatMap(({ title, gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_cell, n) => ({ title, at: `${x + (n % w)},${y + Math.floor(n / w)}` })),
    )
    const owners = new Map(cells.map(({ title, at }) => [at, title]))
    expect(cells.filter(({ title, at }) => owners.get(at) !== title)).toEqual([])
  })

  it('name only alerts that exist', () => {
    const named = JSON.stringify(dashboards).match(/Sluice[A-Z][A-Za-z]+/g) ?? []
    expect(named.filter(name => !alerts.some(({ alert }) => alert === name))).toEqual([])
  })
})

describe('the queries', () => {
  it('are read with their metrics and labels', () => {
    expect(metricsIn('sum by (le) (rate(sluice_a_bucket{status=~"x|y", stage!=""}[5m])) > sluice_b')).toEqual([
      { name: 'sluice_a_bucket', labels: ['status', 'stage'] },
      { name: 'sluice_b', labels: [] },
    ])
    expect(groupedBy('sum by (process, service) (x) / sum by (le) (y)')).toEqual(['service'])
  })

  it('close what they open', () => {
    const isOdd = ({ query }: { query: string }) =>
      ['()', '{}', '[]'].some(([open = '', close = '']) => query.split(open).length !== query.split(close).length)
    expect(readQueries().filter(isOdd)).toEqual([])
  })
})

describe('Prometheus in docker-compose.yml', () => {
  const services = readComposition()

  it('looks at every process of Sluice and at nothing else', () => {
    const sluice = ['gateway-1', 'gateway-2', 'data', 'graphql-apps', 'keys', 'mcp', 'webhook-dispatcher']
    expect(readScraped()).toEqual(sluice)
    expect(Object.keys(services)).toEqual(expect.arrayContaining(sluice))
  })

  it('and what else a profile starts is reached from this machine alone', () => {
    const optional = Object.entries(services).filter(([, { profiles }]) => profiles)
    expect(optional.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['prometheus', ['observability']],
      ['grafana', ['observability']],
      ['jaeger', ['observability']],
      ['mail', ['mail']],
    ])
    for (const [, { ports = [] }] of optional) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  })
})

/** The code of services and packages in one text, tests left out. */
function sourcesOf(): string {
  const files = execFileSync('git', ['ls-files', '-z', 'services/*.ts', 'packages/*.ts'], { encoding: 'utf8' })
  const sources = files.split('\0').filter(file => file && !file.endsWith('.spec.ts'))
  return sources.map(file => readFileSync(file, 'utf8')).join('\n')
}
