import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { RowReport, RowRunOptions } from '../experiment/run-row.ts'
import { verdict } from '../oracle/verdict.ts'
import { keepRunRecord, readRunRecords } from './run-record-files.ts'
import { toRunRecord } from './to-run-record.ts'

const row = { id: 'F3', extent: { unit: 'seconds', promised: 60, short: 15 } } as const
const report: RowReport = {
  verdicts: [verdict('L', '0 lost of 688 events', []), verdict('A', '99.91 % of 1117', ['POST 7 was reset'])],
  requests: 1117,
  deliveries: 3351,
  remarks: ['gateway-2: 1223321 bytes of its spool at the end'],
}
const circumstances = { commit: '0123abc', date: new Date('2026-11-23T20:50:13Z'), seconds: 181.6, load: 0.384 }
const atExtent = (extent: number, options: Partial<RowRunOptions> = {}) =>
  toRunRecord(
    {
      row,
      options: { seed: 1, on: 'cluster', perSecond: 10, extent, isShort: false, checkout: undefined, ...options },
    },
    report,
    circumstances,
  )

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-results-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the record of a run', () => {
  it('says what was run, when and on what, and of each letter whether it holds, with its figure and findings', () => {
    expect(atExtent(60)).toEqual({
      row: 'F3',
      on: 'cluster',
      commit: '0123abc',
      date: '2026-11-23',
      seed: 1,
      rate: 10,
      extent: { done: 60, promised: 60, unit: 'seconds' },
      isFullExtent: true,
      load: 0.4,
      seconds: 182,
      requests: 1117,
      deliveries: 3351,
      letters: [
        { letter: 'L', verdict: 'holds', figure: '0 lost of 688 events', findings: [] },
        { letter: 'A', verdict: 'broken', figure: '99.91 % of 1117', findings: ['POST 7 was reset'] },
      ],
      remarks: ['gateway-2: 1223321 bytes of its spool at the end'],
    })
  })

  it('is of the full extent only when as much was done as is promised, with the whole calm around it', () => {
    expect(atExtent(90).isFullExtent).toBe(true)
    expect(atExtent(59).isFullExtent).toBe(false)
    expect(atExtent(60, { isShort: true }).isFullExtent).toBe(false)
  })
})

describe('the file of a row', () => {
  const keep = (record: ReturnType<typeof atExtent>, isShorterKept = false) =>
    keepRunRecord(record, { folder, isShorterKept })

  it('holds its latest run at the full extent, and is read as it was written', () => {
    keep({ ...atExtent(60), commit: 'older00' })
    expect(keep(atExtent(60))).toEqual({ kind: 'written', file: 'F3.json' })
    expect(readRunRecords(folder)).toEqual([atExtent(60)])
    expect(readFileSync(join(folder, 'F3.json'), 'utf8').endsWith('}\n')).toBe(true)
  })

  it('has another name for a standalone Sluice', () => {
    expect(keep(atExtent(60, { on: 'standalone' }))).toEqual({ kind: 'written', file: 'F3-standalone.json' })
  })

  it('holds a shorter run only when that is asked for', () => {
    expect(keep(atExtent(15))).toEqual({ kind: 'not-asked' })
    expect(readRunRecords(folder)).toEqual([])
    expect(keep(atExtent(15), true)).toEqual({ kind: 'written', file: 'F3.json' })
  })

  it('never gives a run at the full extent up for a shorter one', () => {
    keep(atExtent(60))
    expect(keep(atExtent(15), true)).toEqual({ kind: 'full-extent-stays' })
    expect(readRunRecords(folder)).toEqual([atExtent(60)])
  })

  it('is refused in another form', () => {
    writeFileSync(join(folder, 'F9.json'), '{"row":"F9"}\n')
    expect(() => readRunRecords(folder)).toThrow()
  })

  it('is not there at first', () => {
    expect(readRunRecords(join(folder, 'none'))).toEqual([])
  })
})
