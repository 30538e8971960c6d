import { formatNumber } from '@sluice/bench/results'
import { markdownTable } from './markdown.ts'
import { figureIn, recordOf, type ScalingRecords } from './scaling-figures.ts'

/** What one unit of work costs, and the figures of a benchmark whose product it is, in µs of a core. */
type Unit = { unit: string; benchmark: string; factors: readonly string[] }

const BARE = 'node:http + undici'
const throughGateway = (request: string): Unit => ({
  unit: `gateway, ${request}, event sent`,
  benchmark: 'gateway',
  factors: [`${request}: CPU, ${BARE}`, `${request}: Sluice with kafkajs against ${BARE}`],
})
const asMeasured = (unit: string, benchmark: string, figure: string): Unit => ({ unit, benchmark, factors: [figure] })

const UNITS: readonly Unit[] = [
  throughGateway('GET 1 kB'),
  throughGateway('POST 1 kB'),
  throughGateway('POST 64 kB both ways'),
  asMeasured('what a key adds of it, at 100,000 keys', 'keys', 'a key adds'),
  asMeasured('data, GET by id', 'data', 'GET by id, data service'),
  asMeasured('data, a page of 100', 'data', 'a page of 100, data service'),
  asMeasured('data, POST 1 kB', 'data', 'POST 1 kB, data service'),
  asMeasured('gateway and graphql-apps, one object', 'graphql-stack', 'one object, gateway and apps'),
  asMeasured(
    'gateway and graphql-apps, list of 50 with a join',
    'graphql-stack',
    '50 objects with a join, gateway and apps',
  ),
  asMeasured('dispatcher, event that matches nothing, stored', 'webhooks', 'CPU of an event that matches nothing'),
  asMeasured('dispatcher, a delivery on top of it, log included', 'webhooks', 'CPU of a delivery, log included'),
  asMeasured('matching one event against 10,000 conditions', 'predicate', '10000 conditions: index, per event'),
]

const MICROSECONDS = 1_000_000

/** Writes what a unit of work costs each service, by the results of the benchmarks. @throws MissingFigureError */
export function unitCosts(records: ScalingRecords): string {
  const rows = UNITS.map(({ unit, benchmark, factors }) => {
    const record = recordOf(records, benchmark)
    const cost = factors.map(factor => figureIn(record, factor)).reduce((product, value) => product * value, 1)
    const run = `[${benchmark}](performance.md#${benchmark}), ${record.date}`
    return [unit, formatNumber(cost), Math.round(MICROSECONDS / cost).toLocaleString('en'), run]
  })
  return markdownTable(['unit', 'µs of a core', 'one core takes, a second (derived)', 'run'], rows)
}
