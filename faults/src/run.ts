// `npm run faults [-- F1 F3] [--seed 7] [--on standalone] [--rate 20] [--extent 10] [--record] [--short] [--beside ../other]
// [--twice]`: harms a Sluice, asks the oracle, and writes down what it said in faults/results.
import { randomInt } from 'node:crypto'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { endForUsage, readArguments } from '@sluice/testkit/arguments'
import { createStages } from './experiment/create-stages.ts'
import { printReport } from './experiment/print-report.ts'
import { areKept, printSummary, type RowOutcome } from './experiment/print-summary.ts'
import type { FaultMatrixRow } from './experiment/row.ts'
import { type RowRunOptions, runRow } from './experiment/run-row.ts'
import { openStage } from './experiment/stage.ts'
import { keepRunRecord, type RunRecord, readCommit, toRunRecord } from './results/index.ts'
import { ROWS } from './rows/all-rows.ts'

const RESULTS = join(import.meta.dirname, '../results')
const DEFAULT_RATE = 20
/** `--short` is the same each time, and small. */
const SHORT = { seed: 1, rate: 10 }

const USAGE =
  'usage: npm run faults [-- F1 F3] [--seed 7] [--on standalone] [--rate 20] [--extent 10] [--record] [--short] [--beside ../other] [--twice]'

const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    on: { type: 'string', default: 'cluster' },
    rate: { type: 'string' },
    extent: { type: 'string' },
    record: { type: 'boolean', default: false },
    beside: { type: 'string' },
    short: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
  },
})
for (const name of ['seed', 'rate', 'extent'] as const) {
  const text = values[name]
  if (text !== undefined && !/^\d+(\.\d+)?$/.test(text)) endForUsage(`--${name} is a number, not "${text}".`, USAGE)
}
if (values.on !== 'standalone' && values.on !== 'cluster') endForUsage('--on takes cluster or standalone.', USAGE)
const on: RowRunOptions['on'] = values.on
const seed = Number(values.seed ?? (values.short ? SHORT.seed : randomInt(1_000_000)))
const perSecond = Number(values.rate ?? (values.short ? SHORT.rate : DEFAULT_RATE))
// F11 means all its parts; where a row is called so itself, it alone.
const isOne = (id: string, one: string) => id === one || (id.startsWith(`${one}-`) && !ROWS.some(row => row.id === one))
const isAsked = ({ id, extent }: FaultMatrixRow) =>
  (!values.short || extent.short !== undefined) && (positionals.length === 0 || positionals.some(one => isOne(id, one)))
const wanted = ROWS.filter(row => row.runsOn.includes(on) && isAsked(row))
if (wanted.length === 0) console.error(`No such row on ${on}. There are ${ROWS.map(({ id }) => id).join(', ')}.`)

// Before the first row, whose harm takes a while: what is edited meanwhile is not in it.
const commit = readCommit()
const stages = createStages({ open: row => openStage(row, on), isShared: values.short })
const outcomes: RowOutcome[] = []
for (const row of wanted) {
  const outcome = await run(row)
  // A busy machine breaks a row now and then, a fault of ours breaks it again.
  const isRepeated = values.twice && !areKept([outcome])
  if (isRepeated) console.log(`${row.id} is run once more: it has failed when it fails twice.`)
  outcomes.push(isRepeated ? await run(row, `The second try; in the first one ${describe(outcome)}.`) : outcome)
}
await stages.close()
if (outcomes.length > 1) console.log(`\n${printSummary(outcomes)}`)
process.exit(outcomes.length > 0 && areKept(outcomes) ? 0 : 1)

/** A row that ends without a result holds up no other, and leaves the file of its last result as it is. */
async function run(row: FaultMatrixRow, note?: string): Promise<RowOutcome> {
  const { id, title, extent } = row
  const asked = values.extent ?? (values.short ? extent.short : undefined) ?? extent.promised
  const options: RowRunOptions = {
    seed,
    on,
    perSecond,
    extent: Number(asked),
    isShort: values.short,
    checkout: values.beside && resolve(values.beside),
  }
  console.log(`\n${id}: ${title} (${on}, seed ${seed}, ${options.extent} ${extent.unit}, ${perSecond}/s)`)
  const load = loadavg()[0] ?? 0
  const startedAt = performance.now()
  const report = await stages.use(row, stage => runRow(row, options, stage)).catch(error => void console.error(error))
  const seconds = (performance.now() - startedAt) / 1000
  if (report) {
    console.log(printReport(report))
    keep(toRunRecord({ row, options }, report, { commit, date: new Date(), seconds, load, note }))
  }
  return { id, seconds, verdicts: report?.verdicts }
}

function keep(record: RunRecord): void {
  const kept = keepRunRecord(record, { folder: RESULTS, isShorterKept: values.record })
  if (kept.kind === 'written')
    console.log(`  faults/results/${kept.file} says so; npm run generate writes docs/reliability.md`)
  if (kept.kind === 'full-extent-stays') console.log('  not kept: there is a run of it at its full extent')
}

/** Says in a few words what a run came to that broke. */
function describe({ verdicts }: RowOutcome): string {
  const broken = verdicts?.filter(({ holds }) => !holds).map(({ letter }) => letter)
  return broken ? `${broken.join(', ')} broke` : 'there was no result'
}
