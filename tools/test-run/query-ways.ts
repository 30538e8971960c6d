import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { METRICS_ENDING } from '@sluice/testkit/leftovers'

/** How many GraphQL queries took each way, by its name (docs/observability.md). */
export type QueryWays = ReadonlyMap<string, number>

const SERIES = /^sluice_graphql_queries_total\{(?:[^}]*,)?way="(\w+)"[^}]*\} (\d+)/gm

/** Adds up what the processes that tests have ended said last of their GraphQL queries. */
export function countQueryWays(folder: string): QueryWays {
  const ways = new Map<string, number>()
  for (const file of globSync(`**/*${METRICS_ENDING}`, { cwd: folder })) {
    const metrics = readFileSync(join(folder, file), 'utf8')
    for (const [, way = '', count] of metrics.matchAll(SERIES)) ways.set(way, (ways.get(way) ?? 0) + Number(count))
  }
  return ways
}

/** Says what share of the queries was answered out of stored bytes. */
export function describeQueryWays(ways: QueryWays): string {
  const all = [...ways.values()].reduce((sum, count) => sum + count, 0)
  const flat = ways.get('flat') ?? 0
  return `GraphQL: ${flat} of ${all} queries to processes that have ended were answered out of stored bytes.`
}
