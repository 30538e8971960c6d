// `npm run faults [-- F1 F3] [--seed 7] [--on standalone] [--rate 20] [--extent 10] [--table figures.md]`: harms a Sluice
// and asks the oracle.
import { randomInt } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { printReport, tableLine } from './experiment/print-report.ts'
import { type RunOptions, runRow } from './experiment/run-row.ts'
import { f1 } from './rows/f1-gateway-killed.ts'
import { f2 } from './rows/f2-dispatcher-killed.ts'
import { f3, f3Reject, f3Shed } from './rows/f3-broker-gone.ts'
import { f6 } from './rows/f6-store-gone.ts'
import { f7 } from './rows/f7-store-slow.ts'
import { f8 } from './rows/f8-redis-gone.ts'
import { f9 } from './rows/f9-targets-hostile.ts'
import { f10 } from './rows/f10-mail-server.ts'
import { f11Damaged, f11Full, f11ReadOnly } from './rows/f11-spool-broken.ts'
import { f13 } from './rows/f13-descriptors-gone.ts'
import { f15 } from './rows/f15-busy.ts'
import { f16 } from './rows/f16-poison.ts'
import { f17 } from './rows/f17-rolling-restart.ts'
import { f18 } from './rows/f18-dispatchers-come-and-go.ts'
import { f20 } from './rows/f20-loops.ts'

const ROWS = [
  f1,
  f2,
  f3,
  f3Reject,
  f3Shed,
  f6,
  f7,
  f8,
  f9,
  f10,
  f11Full,
  f11ReadOnly,
  f11Damaged,
  f13,
  f15,
  f16,
  f17,
  f18,
  f20,
]
const DEFAULT_RATE = 20

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    on: { type: 'string', default: 'cluster' },
    rate: { type: 'string', default: String(DEFAULT_RATE) },
    extent: { type: 'string' },
    table: { type: 'string' },
  },
})
const on: RunOptions['on'] = values.on === 'standalone' ? 'standalone' : 'cluster'
const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed)
// F11 means all its parts; where a row is called so itself, it alone.
const isOne = (id: string, one: string) => id === one || (id.startsWith(`${one}-`) && !ROWS.some(row => row.id === one))
const isAsked = (id: string) => positionals.length === 0 || positionals.some(one => isOne(id, one))
const wanted = ROWS.filter(({ id, runsOn }) => runsOn.includes(on) && isAsked(id))
if (wanted.length === 0) console.error(`No such row on ${on}. There are ${ROWS.map(({ id }) => id).join(', ')}.`)

let isBroken = wanted.length === 0
for (const row of wanted) {
  const options: RunOptions = {
    seed,
    on,
    perSecond: Number(values.rate),
    extent: Number(values.extent ?? row.extent.promised),
  }
  console.log(`\n${row.id}: ${row.title} (${on}, seed ${seed}, ${options.extent} ${row.extent.unit}, ${values.rate}/s)`)
  const report = await runRow(row, options)
  console.log(printReport(report))
  if (values.table) appendFileSync(values.table, tableLine(row, options, report))
  isBroken ||= report.verdicts.some(({ holds }) => !holds)
}
process.exit(isBroken ? 1 : 0)
