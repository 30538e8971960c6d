import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Figure } from '../figure.ts'
import { keepBenchmarkRecord, readBenchmarkRecords, readHistory } from './benchmark-files.ts'
import { judgeFigure } from './judge-figure.ts'
import { toBenchmarkRecord } from './to-benchmark-record.ts'

const circumstances = {
  commit: '0123abc',
  date: new Date('2026-11-23T20:50:13Z'),
  node: 'v24.21.0',
  machine: { processor: 'AMD EPYC', cores: 2 },
  loadBefore: 0.6,
  setup: 'in one process',
}
const figures: Figure[] = [
  { name: 'index, per event', value: 9.87654, unit: 'µs', bar: '≤ 10', range: [9.01234, 14.4] },
  { name: 'nothing came of it', value: Number.NaN, unit: 'ms', bar: '≤ 50', range: [Number.POSITIVE_INFINITY, 0] },
]
const record = toBenchmarkRecord('predicate', figures, circumstances)

describe('the record of a benchmark', () => {
  it('says what was measured, when, on what and by what, with four digits', () => {
    expect(record).toEqual({
      ...circumstances,
      benchmark: 'predicate',
      date: '2026-11-23',
      figures: [
        { name: 'index, per event', value: 9.877, unit: 'µs', bar: '≤ 10', range: [9.012, 14.4] },
        { name: 'nothing came of it', value: null, unit: 'ms', bar: '≤ 50' },
      ],
    })
  })

  it('has no two figures of one name', () => {
    expect(() => toBenchmarkRecord('predicate', [...figures, ...figures], circumstances)).toThrow(/one name/)
  })
})

describe('a figure', () => {
  const judged = (value: number | null, bar: string) => judgeFigure({ name: 'x', value, bar })

  it('is at its bar or misses it', () => {
    expect(judged(10, '≤ 10')).toBe('at its bar')
    expect(judged(10.1, '≤ 10')).toBe('missed')
    expect(judged(100, '< 100')).toBe('missed')
    expect(judged(200_000, '≥ 200,000')).toBe('at its bar')
    expect(judged(0.89, '≥ 0.9')).toBe('missed')
    expect(judged(0, '0')).toBe('at its bar')
    expect(judged(1, '0')).toBe('missed')
  })

  it('without a value misses any bar; without a bar it has no verdict', () => {
    expect(judged(null, '0')).toBe('missed')
    expect(judged(null, '')).toBe('no bar')
  })

  it('with a bar of another form is an error', () => {
    expect(() => judged(1, 'about 10')).toThrow(/no bar/)
    expect(() => judged(1, '≤ 10 ms')).toThrow(/no bar/)
  })
})

describe('the files of results', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-results-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('hold the latest run of each benchmark, and a line of each run', () => {
    keepBenchmarkRecord({ ...record, commit: 'older00' }, folder)
    keepBenchmarkRecord({ ...record, benchmark: 'access' }, folder)
    expect(keepBenchmarkRecord(record, folder)).toBe('predicate.json')
    expect(readBenchmarkRecords(folder)).toEqual([{ ...record, benchmark: 'access' }, record])
    expect(readHistory(folder).map(({ benchmark, commit }) => [benchmark, commit])).toEqual([
      ['predicate', 'older00'],
      ['access', '0123abc'],
      ['predicate', '0123abc'],
    ])
    expect(readHistory(folder)[0]).toEqual({
      benchmark: 'predicate',
      date: '2026-11-23',
      commit: 'older00',
      loadBefore: 0.6,
      values: { 'index, per event': 9.877, 'nothing came of it': null },
    })
  })

  it('hold the last 200 runs of a benchmark, whatever others there are', () => {
    const lineOf = (benchmark: string, commit: string) =>
      `${JSON.stringify({ benchmark, date: '2026-11-23', commit, values: {} })}\n`
    const runs = Array.from({ length: 200 }, (_, run) => lineOf('predicate', `run${run}`))
    writeFileSync(join(folder, 'history.ndjson'), [lineOf('access', '0123abc'), ...runs].join(''))
    keepBenchmarkRecord(record, folder)
    const history = readHistory(folder)
    expect(history.length).toBe(201)
    expect(history.slice(0, 2).map(({ benchmark, commit }) => [benchmark, commit])).toEqual([
      ['access', '0123abc'],
      ['predicate', 'run1'],
    ])
    expect(history.at(-1)?.commit).toBe('0123abc')
    expect(readFileSync(join(folder, 'history.ndjson'), 'utf8').endsWith('}\n')).toBe(true)
  })
})
