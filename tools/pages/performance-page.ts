import {
  type BenchmarkRecord,
  formatNumber,
  type HistoryLine,
  judgeFigure,
  type RecordedFigure,
} from '@sluice/bench/results'
import { markdownTable } from './markdown.ts'

const SHOWN_RUNS = 5
const COLUMNS = ['figure', 'now', 'bar', 'verdict', `last ${SHOWN_RUNS}, newest last`]
const NO_VALUE = 'nothing'

const HEAD = `# Performance

What each benchmark came to when it was last run. This page is written by \`npm run generate\` from the files of
[bench/results](../bench/results), which \`npm run bench -- <name>\` writes; [how each is measured](../bench/README.md). Figures are of
one machine at one time, with whatever else it did: ratios last longer than digits. Where the time goes is told for what misses its
bar, of the main thread of each process: \`(program)\` is the engine's own code and the kernel's, \`(garbage collector)\` its share of collecting,
and a function has what the compiler has put into it of others.`

type BenchmarkResults = { records: readonly BenchmarkRecord[]; history: readonly HistoryLine[] }

/** Writes the page of all benchmarks: what is not at its bar first, over all, then one table for each benchmark. */
export function performancePage({ records, history }: BenchmarkResults): string {
  const runsOf = Map.groupBy(history, ({ benchmark }) => benchmark)
  const parts = records.map(record => partOf(record, runsOf.get(record.benchmark) ?? []))
  return `${[HEAD, missedPart(records), ...parts].join('\n\n')}\n`
}

function missedPart(records: readonly BenchmarkRecord[]): string {
  const missed = records.flatMap(({ benchmark, commit, date, figures }) =>
    figures
      .filter(figure => judgeFigure(figure) === 'missed')
      .map(figure => [
        `[${benchmark}](#${benchmark})`,
        figure.name,
        nowOf(figure),
        barOf(figure),
        `${date}, ${commit}`,
      ]),
  )
  const judged = records.flatMap(({ figures }) => figures).filter(figure => figure.bar !== '').length
  const title = `## Not at its bar: ${missed.length} of ${judged}`
  if (missed.length === 0) return `${title}\n\nEverything that has a bar is at it.`
  return `${title}\n\n${markdownTable(['benchmark', 'figure', 'now', 'bar', 'run'], missed)}`
}

function partOf(record: BenchmarkRecord, runs: readonly HistoryLine[]): string {
  const { benchmark, commit, date, node, machine, loadBefore, setup, note, figures } = record
  const load = loadBefore === undefined ? '' : `, load ${loadBefore} before the start`
  const run = `${date}, \`${commit}\`: Node ${node}, ${machine.processor}, ${machine.cores} cores${load}; ${setup}.`
  const rows = figures.map(figure => [
    figure.detail ? `${figure.name} (${figure.detail})` : figure.name,
    nowOf(figure),
    barOf(figure),
    verdictOf(figure),
    lastOf(figure, runs),
  ])
  const table = markdownTable(COLUMNS, rows)
  return [`## ${benchmark}`, note ? `${run} ${note}` : run, table, ...profilesPart(record)].join('\n\n')
}

const PROFILE_COLUMNS = ['missed', 'process', 'by whose code', 'functions that take most themselves']

/** Where the time goes of what misses its bar; nothing where nobody has recorded it. */
function profilesPart({ figures }: BenchmarkRecord): string[] {
  const rows = figures
    .flatMap(({ profiles = [] }) => profiles)
    .map(({ work, process, origins, functions }) => [work, process, sharesOf(origins), sharesOf(functions)])
  return rows.length === 0 ? [] : [markdownTable(PROFILE_COLUMNS, rows)]
}

const SMALLEST_SHARE = 0.01

const sharesOf = (shares: readonly { name: string; share: number }[]): string =>
  shares
    .filter(({ share }) => share >= SMALLEST_SHARE)
    .map(({ name, share }) => `${name} ${(share * 100).toFixed(0)} %`)
    .join(', ')

function nowOf({ value, unit, range }: RecordedFigure): string {
  if (value === null) return NO_VALUE
  const spread = range ? ` (${range.map(formatNumber).join('–')})` : ''
  return `${formatNumber(value)}${spread} ${unit}`.trim()
}

const barOf = ({ bar, unit }: RecordedFigure): string => (bar === '' ? '' : `${bar} ${unit}`.trim())

function verdictOf(figure: RecordedFigure): string {
  const verdict = judgeFigure(figure)
  if (verdict === 'no bar') return ''
  return verdict === 'missed' ? '**missed**' : verdict
}

/** The last runs that had the figure, the oldest first. */
function lastOf({ name }: RecordedFigure, runs: readonly HistoryLine[]): string {
  const values = runs.flatMap(({ values }) => (name in values ? [values[name] ?? null] : []))
  return values
    .slice(-SHOWN_RUNS)
    .map(value => (value === null ? NO_VALUE : formatNumber(value)))
    .join(', ')
}
