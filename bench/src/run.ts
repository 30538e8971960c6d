// `npm run bench [-- <part> …]`: measures on this machine and prints the tables for bench/RESULTS.md.
import { spawnSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { measureAccess } from './access.ts'
import { measureCluster } from './cluster.ts'
import { measureData } from './data.ts'
import { type Figure, formatFigure } from './figure.ts'
import { measurePredicate } from './predicate.ts'
import { measureStandalone } from './standalone.ts'

// What is measured on one core and the load on the other, so that neither takes the other's time.
const SLUICE_CORES = '0'
const LOAD_CORES = '1'
const HAS_CORES = cpus().length > 1

type Bench = { setup: string; measure(): Figure[] | Promise<Figure[]> }

const benches: ReadonlyMap<string, Bench> = new Map([
  [
    'standalone',
    {
      setup: `Sluice on core ${SLUICE_CORES}, load on core ${LOAD_CORES}`,
      measure() {
        if (HAS_CORES) spawnSync('taskset', ['-cp', LOAD_CORES, String(process.pid)])
        return measureStandalone(HAS_CORES ? SLUICE_CORES : '')
      },
    },
  ],
  ['predicate', { setup: 'in one process', measure: measurePredicate }],
  ['access', { setup: 'in one process, times of its CPU', measure: measureAccess }],
  [
    'data',
    {
      setup: `the candidates on core ${SLUICE_CORES}, load and MongoDB on core ${LOAD_CORES}`,
      measure() {
        if (HAS_CORES) spawnSync('taskset', ['-cp', LOAD_CORES, String(process.pid)])
        return measureData(HAS_CORES ? SLUICE_CORES : '')
      },
    },
  ],
  ['cluster', { setup: 'nothing pinned but the two proxies that are compared', measure: measureCluster }],
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
  const load = loadavg()[0]?.toFixed(1)
  const figures = await bench.measure()
  const machine = `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores`
  console.log(`\n## ${name}\n\n${machine}, load ${load} before the start; ${bench.setup}`)
  console.log('\n| figure | measured | bar |\n|---|---|---|')
  for (const figure of figures) console.log(formatFigure(figure))
}
