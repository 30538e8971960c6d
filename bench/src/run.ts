// `npm run bench [-- <part> …]`: measures on this machine and prints the tables that go into bench/RESULTS.md.
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { type Figure, formatFigure } from './figure.ts'
import { measurePredicate } from './predicate.ts'
import { measureStandalone } from './standalone.ts'

// Sluice on one core and the load on the other, so that neither takes the other's time.
const SLUICE_CORES = '0'
const LOAD_CORES = '1'
const isPinned = cpus().length > 1

const parts = new Map<string, () => Figure[] | Promise<Figure[]>>([
  ['standalone', () => measureStandalone(isPinned ? SLUICE_CORES : '')],
  ['predicate', measurePredicate],
])

const asked = process.argv.slice(2)
const unknown = asked.filter(name => !parts.has(name))
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}. There are: ${[...parts.keys()].join(', ')}.`)
  process.exit(2)
}
if (isPinned) spawnSync('taskset', ['-cp', LOAD_CORES, String(process.pid)])
console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores; Sluice on core ${SLUICE_CORES}, load on core ${LOAD_CORES}`,
)
for (const [name, measure] of parts) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const figures = await measure()
  console.log(`\n## ${name}\n\n| figure | measured | bar |\n|---|---|---|`)
  for (const figure of figures) console.log(formatFigure(figure))
}
