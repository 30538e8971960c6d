// `npm run bench [-- <name> …]`: measures on this machine, prints the figures, and writes them down in bench/results.
import { spawnSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { readCommit } from '@sluice/faults/results'
import { measureAccess } from './access.ts'
import { measureAtRest } from './at-rest/measure-at-rest.ts'
import { measureBus } from './bus/measure-bus.ts'
import { measureCapacity } from './capacity/measure-capacity.ts'
import { measureCluster } from './cluster/measure-cluster.ts'
import { measureCommandLine } from './command-line.ts'
import { measureConsole } from './console/measure-console.ts'
import { measureControlPlaneWrites } from './control-plane-writes.ts'
import { measureData } from './data.ts'
import { type Figure, printFigures } from './figure.ts'
import { measureGateway } from './gateway/measure-gateway.ts'
import { measureTracing } from './gateway/measure-tracing.ts'
import { measureTurnedAway } from './gateway/measure-turned-away.ts'
import { measureGraphql } from './graphql/measure-graphql.ts'
import { measureGraphqlInOneProcess } from './graphql/measure-one-process.ts'
import { measureGraphqlStack } from './graphql/measure-stack.ts'
import { measureKeys } from './keys/measure-keys.ts'
import { measureMcp } from './mcp.ts'
import { measurePredicate } from './predicate.ts'
import { measureQuietLatency } from './quiet-latency.ts'
import { keepBenchmarkRecord, toBenchmarkRecord } from './results/index.ts'
import { measureSignIn } from './sign-in.ts'
import { measureStandalone } from './standalone.ts'
import { measureBacklog } from './webhooks/backlog.ts'
import { measureBesideOthers } from './webhooks/beside-others.ts'
import { measureCountingCost } from './webhooks/counting-cost.ts'
import { measureDrain } from './webhooks/drain.ts'
import { measureLogPages } from './webhooks/log-page.ts'
import { measureWebhooks } from './webhooks/measure-webhooks.ts'
import { measureRows } from './webhooks/rows.ts'
import { measureWrites } from './writes/measure-writes.ts'

const RESULTS = join(import.meta.dirname, '../results')

// What is measured on one core and the load on the other, so that neither takes the other's time.
const HAS_CORES = cpus().length > 1
const MEASURED_CORES = HAS_CORES ? '0' : ''
const LOAD_CORES = HAS_CORES ? '1' : ''

type BenchEntry = { setup: string; isLoadPinned?: boolean; run(): Promise<Figure[]> }

const benches: ReadonlyMap<string, BenchEntry> = new Map([
  [
    'standalone',
    {
      setup: `Sluice on core ${MEASURED_CORES}, load on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: () => measureStandalone(MEASURED_CORES),
    },
  ],
  [
    'quiet-latency',
    {
      setup: 'one Sluice, its target and its clients on all cores',
      run: () => measureQuietLatency(''),
    },
  ],
  ['predicate', { setup: 'in one process', run: async () => measurePredicate() }],
  ['access', { setup: 'in one process, times of its CPU', run: async () => measureAccess() }],
  [
    'data',
    {
      setup: `the candidates on core ${MEASURED_CORES}, load and MongoDB on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: () => measureData(MEASURED_CORES),
    },
  ],
  [
    'graphql',
    {
      setup: `the candidates on core ${MEASURED_CORES}, load on core ${LOAD_CORES}; their CPU, and in times of the first`,
      isLoadPinned: true,
      run: () => measureGraphql(MEASURED_CORES),
    },
  ],
  [
    'graphql-stack',
    {
      setup: `gateways and apps on core ${MEASURED_CORES}, load and backends on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: () => measureGraphqlStack(MEASURED_CORES),
    },
  ],
  [
    'graphql-one-process',
    {
      setup: `one process, and gateways and apps, on core ${MEASURED_CORES}, load and backends on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: () => measureGraphqlInOneProcess(MEASURED_CORES),
    },
  ],
  [
    'tracing',
    {
      setup: `gateways on core ${MEASURED_CORES}, load, service and collector on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: () => measureTracing(MEASURED_CORES),
    },
  ],
  [
    'turned-away',
    {
      setup: `the gateway on core ${MEASURED_CORES}, load on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: () => measureTurnedAway(MEASURED_CORES),
    },
  ],
  [
    'gateway',
    {
      setup: `the candidates on core ${MEASURED_CORES}, load, service and backends on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: () => measureGateway(MEASURED_CORES),
    },
  ],
  [
    'cluster',
    {
      setup: 'nothing pinned',
      run: () => measureCluster(),
    },
  ],
  [
    'at-rest',
    {
      setup: 'a cluster of processes on backends of its own that nobody asks anything, nothing pinned',
      run: () => measureAtRest(),
    },
  ],
  [
    'keys',
    {
      setup: `the gateways on core ${MEASURED_CORES}, load and the keys service on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: () => measureKeys(MEASURED_CORES),
    },
  ],
  [
    'webhook-log',
    {
      setup: 'a dispatcher in one process, nothing pinned',
      run: async () => [...(await measureLogPages()), ...(await measureBacklog()), ...(await measureDrain())],
    },
  ],
  [
    'webhook-isolation',
    {
      setup: 'a dispatcher, its targets and a silent name server in one process, nothing pinned',
      run: () => measureBesideOthers(),
    },
  ],
  ['webhook-rows', { setup: 'nothing pinned', run: () => measureRows() }],
  [
    'delivery-counts',
    {
      setup: `the dispatchers on core ${MEASURED_CORES}, everything else on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: () => measureCountingCost(MEASURED_CORES),
    },
  ],
  ['webhooks', { setup: 'nothing pinned', run: () => measureWebhooks() }],
  [
    'writes',
    {
      setup: 'a cluster of ten processes with backends of its own, then one process; nothing pinned',
      run: measureWrites,
    },
  ],
  ['capacity', { setup: 'nothing pinned', run: measureCapacity }],
  [
    'control-plane-writes',
    {
      setup: 'each service in this process, nothing pinned',
      run: () => measureControlPlaneWrites(),
    },
  ],
  ['console', { setup: 'one Sluice and Chromium, nothing pinned', run: measureConsole }],
  ['command-line', { setup: 'one Sluice and the program, nothing pinned', run: measureCommandLine }],
  [
    'mcp',
    {
      setup: 'a cluster of ten processes on backends of its own; the CPU of those that a request goes through',
      run: measureMcp,
    },
  ],
  ['sign-in', { setup: 'nothing pinned', run: () => measureSignIn() }],
  [
    'bus',
    {
      setup: `clients on core ${MEASURED_CORES}, broker and load on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: () => measureBus({ clientCores: MEASURED_CORES, loadCores: LOAD_CORES }),
    },
  ],
])

const asked = process.argv.slice(2)
const unknown = asked.filter(name => !benches.has(name))
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}. There are: ${[...benches.keys()].join(', ')}.`)
  process.exit(1)
}
for (const name of asked.length > 0 ? asked : ['standalone']) await show(name)

async function show(name: string): Promise<void> {
  const bench = benches.get(name)
  if (!bench) return
  const machine = { processor: cpus()[0]?.model ?? 'unknown', cores: cpus().length }
  const loadBefore = Number((loadavg()[0] ?? 0).toFixed(1))
  const { setup } = bench
  console.log(`\n## ${name}\n`)
  console.log(
    `Node ${process.version}, ${machine.processor}, ${machine.cores} cores, load ${loadBefore} before the start; ${setup}`,
  )
  const circumstances = { commit: readCommit(), date: new Date(), node: process.version, machine, loadBefore, setup }
  if (bench.isLoadPinned && HAS_CORES) spawnSync('taskset', ['-cp', LOAD_CORES, String(process.pid)])
  const figures = await bench.run()
  printFigures(figures)
  const file = keepBenchmarkRecord(toBenchmarkRecord(name, figures, circumstances), RESULTS)
  console.log(`\nbench/results/${file} says so; npm run generate writes docs/performance.md`)
}
