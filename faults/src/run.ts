// `npm run faults [-- F1 F3] [--seed 7] [--on standalone] [--rate 20] [--extent 10] [--table figures.md] [--short]
// [--beside ../other] [--twice]`: harms a Sluice and asks the oracle.
import { randomInt } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { printReport, tableLine } from './experiment/print-report.ts'
import { areKept, printSummary, type RowOutcome } from './experiment/print-summary.ts'
import type { Row } from './experiment/row.ts'
import { type RunOptions, runRow } from './experiment/run-row.ts'
import { f1 } from './rows/f1-gateway-killed.ts'
import { f2 } from './rows/f2-dispatcher-killed.ts'
import { f3, f3Reject, f3Shed } from './rows/f3-broker-gone.ts'
import { f4 } from './rows/f4-broker-cut.ts'
import { f5 } from './rows/f5-broker-slow.ts'
import { f6 } from './rows/f6-store-gone.ts'
import { f7 } from './rows/f7-store-slow.ts'
import { f8 } from './rows/f8-redis-gone.ts'
import { f9 } from './rows/f9-targets-hostile.ts'
import { f10 } from './rows/f10-mail-server.ts'
import { f11Damaged, f11Full, f11ReadOnly } from './rows/f11-spool-broken.ts'
import { f12 } from './rows/f12-clock-wrong.ts'
import { f13 } from './rows/f13-descriptors-gone.ts'
import { f14 } from './rows/f14-memory-scarce.ts'
import { f15 } from './rows/f15-busy.ts'
import { f16 } from './rows/f16-poison.ts'
import { f17 } from './rows/f17-rolling-restart.ts'
import { f18 } from './rows/f18-dispatchers-come-and-go.ts'
import { f19 } from './rows/f19-configuration.ts'
import { f20 } from './rows/f20-loops.ts'

const ROWS = [
  f1,
  f2,
  f3,
  f3Reject,
  f3Shed,
  f4,
  f5,
  f6,
  f7,
  f8,
  f9,
  f10,
  f11Full,
  f11ReadOnly,
  f11Damaged,
  f12,
  f13,
  f14,
  f15,
  f16,
  f17,
  f18,
  f19,
  f20,
]
const DEFAULT_RATE = 20
/** `--short` is the same each time, and small. */
const SHORT = { seed: 1, rate: 10 }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    on: { type: 'string', default: 'cluster' },
    rate: { type: 'string' },
    extent: { type: 'string' },
    table: { type: 'string' },
    beside: { type: 'string' },
    short: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
  },
})
const on: RunOptions['on'] = values.on === 'standalone' ? 'standalone' : 'cluster'
const seed = Number(values.seed ?? (values.short ? SHORT.seed : randomInt(1_000_000)))
const perSecond = Number(values.rate ?? (values.short ? SHORT.rate : DEFAULT_RATE))
// F11 means all its parts; where a row is called so itself, it alone.
const isOne = (id: string, one: string) => id === one || (id.startsWith(`${one}-`) && !ROWS.some(row => row.id === one))
const isAsked = ({ id, extent }: Row) =>
  (!values.short || extent.short !== undefined) && (positionals.length === 0 || positionals.some(one => isOne(id, one)))
const wanted = ROWS.filter(row => row.runsOn.includes(on) && isAsked(row))
if (wanted.length === 0) console.error(`No such row on ${on}. There are ${ROWS.map(({ id }) => id).join(', ')}.`)

const outcomes: RowOutcome[] = []
for (const row of wanted) {
  const outcome = await run(row)
  // A busy machine breaks a row now and then, a fault of ours breaks it again.
  const isRepeated = values.twice && !areKept([outcome])
  if (isRepeated) console.log(`${row.id} is run once more: it has failed when it fails twice.`)
  outcomes.push(isRepeated ? await run(row) : outcome)
}
if (outcomes.length > 1) console.log(`\n${printSummary(outcomes)}`)
process.exit(outcomes.length > 0 && areKept(outcomes) ? 0 : 1)

/** A row that ends without a result holds up no other. */
async function run(row: Row): Promise<RowOutcome> {
  const { id, title, extent } = row
  const asked = values.extent ?? (values.short ? extent.short : undefined) ?? extent.promised
  const options: RunOptions = {
    seed,
    on,
    perSecond,
    extent: Number(asked),
    isShort: values.short,
    checkout: values.beside && resolve(values.beside),
  }
  console.log(`\n${id}: ${title} (${on}, seed ${seed}, ${options.extent} ${extent.unit}, ${perSecond}/s)`)
  const startedAt = performance.now()
  const report = await runRow(row, options).catch(error => void console.error(error))
  if (report) console.log(printReport(report))
  if (report && values.table) appendFileSync(values.table, tableLine(row, options, report))
  return { id, seconds: (performance.now() - startedAt) / 1000, verdicts: report?.verdicts }
}
