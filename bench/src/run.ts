// `npm run bench [-- <part> …]`: measures on this machine and prints the tables for bench/RESULTS.md.
import { spawnSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { measureAccess } from './access.ts'
import { measureBus } from './bus/measure-bus.ts'
import { measureCapacity } from './capacity/measure-capacity.ts'
import { measureCluster } from './cluster.ts'
import { measureData } from './data.ts'
import { printFigures } from './figure.ts'
import { measureGateway } from './gateway/measure-gateway.ts'
import { measureTracing } from './gateway/measure-tracing.ts'
import { measureGraphql } from './graphql/measure-graphql.ts'
import { measureGraphqlStack } from './graphql/measure-stack.ts'
import { measureKeys } from './keys/measure-keys.ts'
import { measurePredicate } from './predicate.ts'
import { measureSignIn } from './sign-in.ts'
import { measureStandalone } from './standalone.ts'
import { measureBacklog } from './webhooks/backlog.ts'
import { measureLogPages } from './webhooks/log-page.ts'
import { measureWebhooks } from './webhooks/measure-webhooks.ts'
import { measureRows } from './webhooks/rows.ts'

// What is measured on one core and the load on the other, so that neither takes the other's time.
const HAS_CORES = cpus().length > 1
const MEASURED_CORES = HAS_CORES ? '0' : ''
const LOAD_CORES = HAS_CORES ? '1' : ''

type Bench = { setup: string; isLoadPinned?: boolean; run(): Promise<void> }

const benches: ReadonlyMap<string, Bench> = new Map([
  [
    'standalone',
    {
      setup: `Sluice on core ${MEASURED_CORES}, load on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: async () => printFigures(await measureStandalone(MEASURED_CORES)),
    },
  ],
  ['predicate', { setup: 'in one process', run: async () => printFigures(measurePredicate()) }],
  ['access', { setup: 'in one process, times of its CPU', run: async () => printFigures(measureAccess()) }],
  [
    'data',
    {
      setup: `the candidates on core ${MEASURED_CORES}, load and MongoDB on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: async () => printFigures(await measureData(MEASURED_CORES)),
    },
  ],
  [
    'graphql',
    {
      setup: `the candidates on core ${MEASURED_CORES}, load on core ${LOAD_CORES}; their CPU, and in times of the first`,
      isLoadPinned: true,
      run: async () => printFigures(await measureGraphql(MEASURED_CORES)),
    },
  ],
  [
    'graphql-stack',
    {
      setup: `gateways and apps on core ${MEASURED_CORES}, load and backends on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: async () => printFigures(await measureGraphqlStack(MEASURED_CORES)),
    },
  ],
  [
    'tracing',
    {
      setup: `gateways on core ${MEASURED_CORES}, load, service and collector on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: async () => printFigures(await measureTracing(MEASURED_CORES)),
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
      run: async () => printFigures(await measureCluster()),
    },
  ],
  [
    'keys',
    {
      setup: `the gateways on core ${MEASURED_CORES}, load and the keys service on core ${LOAD_CORES}`,
      isLoadPinned: true,
      run: async () => printFigures(await measureKeys(MEASURED_CORES)),
    },
  ],
  [
    'webhook-log',
    {
      setup: 'a dispatcher in one process, nothing pinned',
      run: async () => printFigures([...(await measureLogPages()), ...(await measureBacklog())]),
    },
  ],
  ['webhook-rows', { setup: 'nothing pinned', run: async () => printFigures(await measureRows()) }],
  ['webhooks', { setup: 'nothing pinned', run: async () => printFigures(await measureWebhooks()) }],
  ['capacity', { setup: 'nothing pinned', run: measureCapacity }],
  ['sign-in', { setup: 'nothing pinned', run: async () => printFigures(await measureSignIn()) }],
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
  const machine = `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores`
  console.log(`\n## ${name}\n\n${machine}, load ${loadavg()[0]?.toFixed(1)} before the start; ${bench.setup}`)
  if (bench.isLoadPinned && HAS_CORES) spawnSync('taskset', ['-cp', LOAD_CORES, String(process.pid)])
  await bench.run()
}
