import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchmarkRecord, benchmarkRecord, type HistoryLine, historyLine } from './benchmark-record.ts'

const HISTORY = 'history.ndjson'
/** The lines of history that are kept for each benchmark; older ones are dropped. */
const MAX_HISTORY_LINES = 200

/** Writes the file of a benchmark, which holds its latest run, and adds a line to the history. @returns the file's name */
export function keepBenchmarkRecord(record: BenchmarkRecord, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const file = `${record.benchmark}.json`
  writeFileSync(join(folder, file), `${JSON.stringify(benchmarkRecord.parse(record), undefined, 2)}\n`)
  const lines = bounded([...readHistory(folder), toHistoryLine(record)])
  writeFileSync(join(folder, HISTORY), lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  return file
}

/** Reads the latest run of each benchmark, by name. A file of another form is an error. */
export function readBenchmarkRecords(folder: string): BenchmarkRecord[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .toSorted()
    .map(name => benchmarkRecord.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}

/** Reads the runs of all benchmarks, oldest first. No file is no run. */
export function readHistory(folder: string): HistoryLine[] {
  if (!readdirSync(folder).includes(HISTORY)) return []
  const lines = readFileSync(join(folder, HISTORY), 'utf8').split('\n')
  return lines.filter(line => line !== '').map(line => historyLine.parse(JSON.parse(line)))
}

const toHistoryLine = ({ benchmark, date, commit, loadBefore, figures }: BenchmarkRecord): HistoryLine => ({
  benchmark,
  date,
  commit,
  loadBefore,
  values: Object.fromEntries(figures.map(({ name, value }) => [name, value])),
})

function bounded(lines: readonly HistoryLine[]): HistoryLine[] {
  const kept = Map.groupBy(lines, ({ benchmark }) => benchmark)
  const latest = new Set([...kept.values()].flatMap(of => of.slice(-MAX_HISTORY_LINES)))
  return lines.filter(line => latest.has(line))
}
