import { type BenchmarkRecord, formatNumber } from '@sluice/bench/results'
import { markdownTable } from './markdown.ts'
import { figureIn, recordOf, type ScalingRecords } from './scaling-figures.ts'

const MICROSECONDS = 1_000_000
const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600
const GIGABYTE = 1e9
const MEGABYTE = 1e6

/** What a request is, in shares of all; each is an event, and this share of the events is delivered once. */
const MIX = { reads: 0.6, writes: 0.3, queries: 0.1, delivered: 0.1 }
const RATES = [100, 1_000, 10_000, 100_000] as const
/** A process is one event loop: above 70 % of a core times get long. */
const MOST_OF_A_CORE = 0.6
/** Of each service, so that one may be away. */
const FEWEST = 2
const SPARE_SHARE = 0.1
const PARTITIONS = 12
const REPLICAS = 3
const FEWEST_BROKERS = 3
const BROKER_BYTES = 75 * MEGABYTE
const PROCESS_MEGABYTES = 256
const CONNECTIONS = 50
const POLL_SECONDS = 2
/** Numbers of dispatchers that share the partitions evenly. */
const EVEN = [2, 3, 4, 6, 12]

const CORE = 'one core of '
/** A spread of one value is none. */
const ONE_WINDOW = / \((\d+)–\1\)$/
const READS = 'reads by id'
const WRITES = 'writes of 300 bytes'
const QUERIES = 'queries'
const UNMATCHED = 'events without a match'
const DELIVERIES = 'deliveries, on top of their events'

/** The µs that a request of the mix costs each service, and the store. */
type MixCosts = Readonly<Record<'gateway' | 'data' | 'graphql-apps' | 'webhook-dispatcher' | 'MongoDB', number>>

const capacityOf = (records: ScalingRecords): BenchmarkRecord => recordOf(records, 'capacity')

/** What one core carries of everything that was measured. @throws MissingFigureError */
export function coreTable(records: ScalingRecords): string {
  const { figures, date, loadBefore, machine, note } = capacityOf(records)
  const rows = figures.flatMap(({ name, value, detail = '' }) => {
    if (!name.startsWith(CORE)) return []
    const [who = '', what = ''] = name.slice(CORE.length).split(': ')
    return [[who, what, value === null ? 'no figure' : counted(value), detail.replace(ONE_WINDOW, ', in one window')]]
  })
  const byteRows = figures.flatMap(({ name, value }) =>
    name.startsWith('bytes ') && value !== null ? [['', name, formatNumber(value), '']] : [],
  )
  const load = loadBefore === undefined ? '' : `, with a load of ${loadBefore} before it began`
  const told = note === undefined ? [] : ['', note]
  return [
    `The run of ${date} on ${machine.cores} cores of ${machine.processor}${load}:`,
    '',
    markdownTable(['one core of', 'carries', 'a second', 'by'], [...rows, ...byteRows]),
    ...told,
  ].join('\n')
}

/** What the mix costs, what is full first, and what so many requests a second take. @throws MissingFigureError */
export function sizesTable(records: ScalingRecords): string {
  const record = capacityOf(records)
  const costs = mixCosts(record)
  const costRows = Object.entries(costs).map(([who, micros]) => [
    who,
    formatNumber(micros),
    counted(MICROSECONDS / micros),
  ])
  return [
    markdownTable(['', 'µs for a request of the mix', 'requests of the mix that one core carries'], costRows),
    '',
    fullFirst(costs),
    '',
    markdownTable(['requests a second', ...RATES.map(counted)], sizeRows(record, costs)),
  ].join('\n')
}

function mixCosts(record: BenchmarkRecord): MixCosts {
  const micros = (who: string, what: string) => MICROSECONDS / figureIn(record, `${CORE}${who}: ${what}`)
  const asked = (who: string) =>
    MIX.reads * micros(who, READS) + MIX.writes * micros(who, WRITES) + MIX.queries * micros(who, QUERIES)
  const dispatcher = 'webhook-dispatcher'
  return {
    gateway: asked('gateway'),
    data: MIX.reads * micros('data', READS) + MIX.writes * micros('data', WRITES),
    'graphql-apps': MIX.queries * micros('graphql-apps', QUERIES),
    [dispatcher]: micros(dispatcher, UNMATCHED) + MIX.delivered * micros(dispatcher, DELIVERIES),
    MongoDB: asked('MongoDB') + MIX.delivered * micros('MongoDB', DELIVERIES),
  }
}

function fullFirst(costs: MixCosts): string {
  const [first, ...others] = Object.entries(costs)
    .toSorted(([, one], [, other]) => other - one)
    .map(([who, micros]) => [who, counted(MICROSECONDS / micros)] as const)
  const then = others.map(([who, rate]) => `${who} at ${rate}`).join(', ')
  return `With one process of each, and a core for each, **${first?.[0]} is full first, at ${first?.[1]} requests a second** of this mix; then ${then}.`
}

function sizeRows(record: BenchmarkRecord, costs: MixCosts): string[][] {
  const busBytes = figureIn(record, 'bytes on the bus for an event')
  const unmatched = figureIn(record, 'bytes stored for an event without a match')
  const delivered = figureIn(record, 'bytes stored for an event that is delivered once')
  const stored = (1 - MIX.delivered) * unmatched + MIX.delivered * delivered
  const row = (what: string, of: (rate: number) => string): string[] => [what, ...RATES.map(of)]
  const numbers = (rate: number) => processesFor(rate, costs)
  const all = (rate: number) => Object.values(numbers(rate)).reduce((sum, count) => sum + count, 0)
  const used = ({ MongoDB: _, ...ours }: MixCosts) => Object.values(ours).reduce((sum, micros) => sum + micros, 0)
  return [
    ...(['gateway', 'data', 'graphql-apps', 'keys', 'mcp', 'webhook-dispatcher'] as const).map(service =>
      row(service, rate => counted(numbers(rate)[service])),
    ),
    row('partitions of the topic', rate => counted(partitionsFor(numbers(rate)['webhook-dispatcher']))),
    row('cores that Sluice uses', rate => formatNumber((rate * used(costs)) / MICROSECONDS)),
    row('memory of Sluice, 256 MB each', rate => gigabytes(all(rate) * PROCESS_MEGABYTES * MEGABYTE)),
    row('MongoDB, cores of the primary', rate => formatNumber((rate * costs.MongoDB) / MICROSECONDS)),
    row('connections to MongoDB, at most', rate => counted(all(rate) * CONNECTIONS)),
    row('looks at the change log a second', rate => counted(all(rate) / POLL_SECONDS)),
    row('log of events, for one hour', rate => gigabytes(rate * stored * HOUR_SECONDS)),
    row('log of events, for one day', rate => gigabytes(rate * stored * DAY_SECONDS)),
    row('brokers', rate => counted(brokersFor(rate * busBytes))),
    row('Kafka: in, a second', rate => `${formatNumber((rate * busBytes) / MEGABYTE)} MB`),
    row('Kafka: kept for one day, without replicas', rate => gigabytes(rate * busBytes * DAY_SECONDS)),
  ]
}

/** How many of each service carry so many requests a second, one of them away. */
function processesFor(rate: number, costs: MixCosts) {
  const of = (micros: number) => {
    const busy = Math.ceil((rate * micros) / MICROSECONDS / MOST_OF_A_CORE)
    return Math.max(FEWEST, busy + Math.ceil(busy * SPARE_SHARE))
  }
  return {
    gateway: of(costs.gateway),
    data: of(costs.data),
    'graphql-apps': of(costs['graphql-apps']),
    keys: FEWEST,
    mcp: FEWEST,
    'webhook-dispatcher': evenly(of(costs['webhook-dispatcher'])),
  }
}

const evenly = (count: number): number =>
  EVEN.find(number => number >= count) ?? Math.ceil(count / PARTITIONS) * PARTITIONS

const partitionsFor = (dispatchers: number): number => Math.max(PARTITIONS, dispatchers)

const brokersFor = (bytesASecond: number): number =>
  Math.max(FEWEST_BROKERS, Math.ceil((REPLICAS * bytesASecond) / BROKER_BYTES))

const counted = (value: number): string => Math.round(value).toLocaleString('en')

const gigabytes = (bytes: number): string =>
  bytes >= 1_000 * GIGABYTE ? `${formatNumber(bytes / GIGABYTE / 1_000)} TB` : `${formatNumber(bytes / GIGABYTE)} GB`
