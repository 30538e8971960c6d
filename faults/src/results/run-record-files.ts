import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunRecord, runRecord } from './run-record.ts'

const fileOf = ({ row, on }: Pick<RunRecord, 'row' | 'on'>): string =>
  on === 'cluster' ? `${row}.json` : `${row}-${on}.json`

/**
 * Writes the file of a row, which holds one run. A run at its full extent always takes the place of the one before. A
 * shorter run is written only when that is asked for, and never in the place of one at its full extent.
 * @returns the file, or why there is none
 */
export function keepRunRecord(
  record: RunRecord,
  { folder, isShorterKept }: { folder: string; isShorterKept: boolean },
): { kind: 'written'; file: string } | { kind: 'not-asked' } | { kind: 'full-extent-stays' } {
  const name = fileOf(record)
  if (!record.isFullExtent) {
    if (!isShorterKept) return { kind: 'not-asked' }
    const kept = readRunRecords(folder).find(one => fileOf(one) === name)
    if (kept?.isFullExtent) return { kind: 'full-extent-stays' }
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), `${JSON.stringify(runRecord.parse(record), undefined, 2)}\n`)
  return { kind: 'written', file: name }
}

/** Reads all files of a folder of results; an absent folder has none. A file of another form is an error. */
export function readRunRecords(folder: string): RunRecord[] {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  return names
    .filter(name => name.endsWith('.json'))
    .toSorted()
    .map(name => runRecord.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}
