// `npm run bench`: measures on this machine and prints the table that goes into bench/RESULTS.md.
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { measureStandalone } from './standalone.ts'

// Sluice on one core and the load on the other, so that neither takes the other's time.
const SLUICE_CORES = '0'
const LOAD_CORES = '1'

if (cpus().length > 1) spawnSync('taskset', ['-cp', LOAD_CORES, String(process.pid)])
const figures = await measureStandalone(cpus().length > 1 ? SLUICE_CORES : '')
console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores; Sluice on core ${SLUICE_CORES}, load on core ${LOAD_CORES}`,
)
console.log('\n| figure | measured | bar |\n|---|---|---|')
for (const { name, value, unit, bar } of figures) console.log(`| ${name} | ${value.toFixed(0)} ${unit} | ${bar} |`)
