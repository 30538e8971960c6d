// `npm run bench [-- standalone | cluster]`: measures on this machine and prints the table for bench/RESULTS.md.
import { spawnSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { measureCluster } from './cluster.ts'
import { type Figure, measureStandalone } from './standalone.ts'

// What is measured on one core and the load on the other, so that neither takes the other's time.
const SLUICE_CORES = '0'
const LOAD_CORES = '1'
const HAS_CORES = cpus().length > 1

type Bench = { setup: string; measure(): Promise<Figure[]> }

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
  ['cluster', { setup: 'nothing pinned but the two proxies that are compared', measure: measureCluster }],
])

const [wanted = 'standalone'] = process.argv.slice(2)
const bench = benches.get(wanted)
if (bench) await show(bench)
else {
  console.error(`There is no benchmark "${wanted}". Choose one of: ${[...benches.keys()].join(', ')}.`)
  process.exitCode = 1
}

async function show({ setup, measure }: Bench): Promise<void> {
  const load = loadavg()[0]?.toFixed(1)
  const figures = await measure()
  console.log(
    `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, load ${load} before the start; ${setup}`,
  )
  console.log('\n| figure | measured | bar |\n|---|---|---|')
  for (const { name, value, unit, bar } of figures) console.log(`| ${name} | ${digits(value)} ${unit} | ${bar} |`)
}

function digits(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0)
}
