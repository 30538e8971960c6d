import type { FaultMatrixRow } from '../experiment/row.ts'
import type { RowReport, RowRunOptions } from '../experiment/run-row.ts'
import type { RunRecord } from './run-record.ts'

/** `load`: of the machine, before the start. `note`: one sentence. */
type RunCircumstances = { commit: string; date: Date; seconds: number; load: number; note?: string | undefined }

/** Turns the report of a run into what is kept of it. */
export function toRunRecord(
  { row, options }: { row: Pick<FaultMatrixRow, 'id' | 'extent'>; options: RowRunOptions },
  { verdicts, requests, deliveries, remarks }: RowReport,
  { commit, date, seconds, load, note }: RunCircumstances,
): RunRecord {
  const { promised, unit } = row.extent
  return {
    row: row.id,
    on: options.on,
    commit,
    date: date.toISOString().slice(0, 10),
    seed: options.seed,
    rate: options.perSecond,
    extent: { done: options.extent, promised, unit },
    isFullExtent: !options.isShort && options.extent >= promised,
    load: Number(load.toFixed(1)),
    seconds: Math.round(seconds),
    requests,
    deliveries,
    letters: verdicts.map(({ letter, holds, figure, findings }) => ({
      letter,
      verdict: holds ? 'holds' : 'broken',
      figure,
      findings: [...findings],
    })),
    remarks: [...remarks],
    note,
  }
}
