// `npm run bench [-- standalone | cluster | bus]`: measures on this machine and prints the tables for bench/RESULTS.md.
import { spawnSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { measureBus } from './bus/measure-bus.ts'
import { measureCluster } from './cluster.ts'
import { type Figure, measureStandalone } from './standalone.ts'

// What is measured on one core and the load on the other, so that neither takes the other's time.
const SLUICE_CORES = '0'
const LOAD_CORES = '1'
const HAS_CORES = cpus().length > 1

type Bench = { setup: string; run(): Promise<void> }

const benches: ReadonlyMap<string, Bench> = new Map([
  [
    'standalone',
    {
      setup: `Sluice on core ${SLUICE_CORES}, load on core ${LOAD_CORES}`,
      async run() {
        pinLoad()
        printFigures(await measureStandalone(HAS_CORES ? SLUICE_CORES : ''))
      },
    },
  ],
  [
    'cluster',
    {
      setup: 'nothing pinned but the two proxies that are compared',
      run: async () => printFigures(await measureCluster()),
    },
  ],
  [
    'bus',
    {
      setup: `clients on core ${SLUICE_CORES}, broker and load on core ${LOAD_CORES}`,
      run() {
        pinLoad()
        return measureBus(
          HAS_CORES ? { clientCores: SLUICE_CORES, loadCores: LOAD_CORES } : { clientCores: '', loadCores: '' },
        )
      },
    },
  ],
])

const [wanted = 'standalone'] = process.argv.slice(2)
const bench = benches.get(wanted)
if (bench) await show(bench)
else {
  console.error(`There is no benchmark "${wanted}". Choose one of: ${[...benches.keys()].join(', ')}.`)
  process.exitCode = 1
}

async function show({ setup, run }: Bench): Promise<void> {
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, load ${load} before the start; ${setup}`,
  )
  await run()
}

function pinLoad() {
  if (HAS_CORES) spawnSync('taskset', ['-cp', LOAD_CORES, String(process.pid)])
}

function printFigures(figures: readonly Figure[]) {
  console.log('\n| figure | measured | bar |\n|---|---|---|')
  for (const { name, value, unit, bar } of figures) console.log(`| ${name} | ${digits(value)} ${unit} | ${bar} |`)
}

function digits(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0)
}
