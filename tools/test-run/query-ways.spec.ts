import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { countQueryWays, describeQueryWays } from './query-ways.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the ways of GraphQL queries', () => {
  it('are added up over the metrics of all processes, whatever other labels they have', () => {
    mkdirSync(join(folder, 'one/deep'), { recursive: true })
    const series = (labels: string, count: number) => `sluice_graphql_queries_total{${labels}} ${count}\n`
    writeFileSync(join(folder, 'one/deep/a.prom'), `# HELP x\n${series('way="flat"', 7)}${series('way="general"', 2)}`)
    writeFileSync(
      join(folder, 'b.prom'),
      `${series('otel_scope_name="s",way="flat"', 3)}sluice_other_total{way="flat"} 9\n`,
    )
    writeFileSync(join(folder, 'c.log'), series('way="flat"', 100))
    const ways = countQueryWays(folder)
    expect(Object.fromEntries(ways)).toEqual({ flat: 10, general: 2 })
    expect(describeQueryWays(ways)).toBe(
      'GraphQL: 10 of 12 queries to processes that have ended were answered out of stored bytes.',
    )
  })

  it('are none where no process has ended', () => {
    expect(describeQueryWays(countQueryWays(folder))).toContain('0 of 0 queries')
  })
})
