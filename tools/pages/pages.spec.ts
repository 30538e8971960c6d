import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import {
  type BenchmarkRecord,
  formatNumber,
  type HistoryLine,
  readBenchmarkRecords,
  readHistory,
} from '@sluice/bench/results'
import { type RunRecord, readRunRecords } from '@sluice/faults/results'
import { lifePart } from './life-part.ts'
import { performancePage } from './performance-page.ts'
import { reliabilityPage } from './reliability-page.ts'

const benchmark: BenchmarkRecord = {
  benchmark: 'predicate',
  commit: '0123abc',
  date: '2026-11-23',
  node: 'v24.21.0',
  machine: { processor: 'AMD EPYC', cores: 2 },
  loadBefore: 0.6,
  setup: 'in one process',
  note: 'Beside it ran nothing.',
  figures: [
    { name: 'index | per event', value: 14.36, unit: 'µs', bar: '≤ 10', range: [9.012, 20] },
    { name: 'unequal answers', value: 0, unit: '', bar: '0', detail: 'of 2000' },
    { name: 'brute force', value: 1400, unit: 'µs', bar: '' },
    { name: 'nothing came of it', value: null, unit: 'ms', bar: '≤ 50' },
  ],
}
const runOf = (value: number | null): HistoryLine => ({
  benchmark: 'predicate',
  date: '2026-11-23',
  commit: '0123abc',
  values: { 'index | per event': value },
})

describe('the page of performance', () => {
  const history = [1, 2, 3, null, 5, 6].map(runOf)
  const page = performancePage({ records: [benchmark], history: [...history, { ...runOf(7), benchmark: 'access' }] })

  it('begins with what is not at its bar, of all benchmarks', () => {
    const [head = ''] = page.split('\n## predicate')
    expect(head).toContain('## Not at its bar: 2 of 3\n')
    expect(head).toContain(
      '| [predicate](#predicate) | index \\| per event | 14.4 (9.01–20) µs | ≤ 10 µs | 2026-11-23, 0123abc |',
    )
    expect(head).toContain('| nothing came of it | nothing | ≤ 50 ms |')
    expect(head).not.toContain('unequal answers')
  })

  it('has a table for each benchmark: figure, now, bar, verdict and the last five runs', () => {
    expect(page).toContain(
      '2026-11-23, `0123abc`: Node v24.21.0, AMD EPYC, 2 cores, load 0.6 before the start; in one process. Beside it ran nothing.',
    )
    expect(page).toContain('| index \\| per event | 14.4 (9.01–20) µs | ≤ 10 µs | **missed** | 2, 3, nothing, 5, 6 |')
    expect(page).toContain('| unequal answers (of 2000) | 0 | 0 | at its bar |  |')
    expect(page).toContain('| brute force | 1400 µs |  |  |  |')
  })

  it('tells where the time goes of what misses its bar, in shares of one in a hundred and more', () => {
    const [slow, ...others] = benchmark.figures
    const functions = [
      { name: 'judge of index.ts', share: 0.254 },
      { name: 'rare', share: 0.004 },
    ]
    const profile = { work: 'index', process: 'dispatcher', origins: [{ name: '(program)', share: 0.5 }], functions }
    const figures = slow ? [{ ...slow, profiles: [profile] }, ...others] : []
    expect(performancePage({ records: [{ ...benchmark, figures }], history: [] })).toContain(
      '| index | dispatcher | (program) 50 % | judge of index.ts 25 % |',
    )
    expect(page).not.toContain('by whose code')
  })

  it('says so when nothing is missed', () => {
    const [, fine] = benchmark.figures
    expect(performancePage({ records: [{ ...benchmark, figures: fine ? [fine] : [] }], history: [] })).toContain(
      '## Not at its bar: 0 of 1\n\nEverything that has a bar is at it.',
    )
  })
})

const run: RunRecord = {
  row: 'F3',
  on: 'cluster',
  commit: '0123abc',
  date: '2026-11-23',
  seed: 1,
  rate: 10,
  extent: { done: 60, promised: 60, unit: 'seconds' },
  isFullExtent: true,
  letters: [
    { letter: 'L', verdict: 'holds', figure: '0 lost of 688 events', findings: [] },
    { letter: 'A', verdict: 'holds', figure: '100.00 % of 688', findings: [] },
  ],
  remarks: [],
}
const rows = ['F1', 'F2', 'F3', 'F6'].map(id => ({
  id,
  title: `harm of ${id}`,
  extent: { promised: 60, unit: 'seconds' },
}))

describe('the page of reliability', () => {
  const page = reliabilityPage({
    rows,
    records: [
      run,
      { ...run, row: 'F2', isFullExtent: false, extent: { ...run.extent, done: 12 } },
      { ...run, row: 'F6', letters: [{ letter: 'O', verdict: 'broken', figure: 'within 15401 ms', findings: [] }] },
      { ...run, row: 'F6', on: 'standalone' },
    ],
  })
  const [open = '', kept = ''] = page.split('## Holds at its full extent')

  it('begins with rows that are broken, or were never run at their full extent', () => {
    expect(open).toContain('## Broken, or never run at its full extent: 3 of 5\n')
    expect(open).toContain('| F1 | harm of F1 |  |  | **never run** |')
    expect(open).toContain(
      '| F2 | harm of F2 | 2026-11-23, `0123abc`, seed 1, 12 seconds, 10/s | L A | holds; **short**: 12 of 60 seconds |',
    )
    expect(open).toContain('| **O** | **O broken**: within 15401 ms |')
  })

  it('has one line for each run of the others', () => {
    expect(kept).toContain('| F3 | harm of F3 | 2026-11-23, `0123abc`, seed 1, 60 seconds, 10/s | L A | holds |')
    expect(kept).toContain('| F6, standalone | harm of F6 |')
    expect(kept).not.toContain('F1')
  })
})

describe('the part on a life', () => {
  const part = lifePart({
    states: { none: 'Nothing is there.', lit: 'It burns.' },
    events: { struck: 'Somebody strikes it.', blown: 'Somebody blows.', burnt: 'Nothing is left.' },
    moves: {
      struck: { none: 'lit', lit: 'never' },
      blown: { none: 'never', lit: 'none' },
      burnt: { none: 'never', lit: 'none' },
    },
  })

  it('has an arrow for each way from a state into another, with all events that lead there', () => {
    expect(part.split('```')[1]?.split('\n  ')).toEqual([
      'mermaid\nstateDiagram-v2',
      '[*] --> lit: struck',
      'lit --> [*]: blown, burnt\n',
    ])
  })

  it('says what each state and event means', () => {
    expect(part).toContain('| `lit` | It burns. |')
    expect(part).toContain('| `blown` | Somebody blows. |')
  })
})

/** Numbers as they stand in a text. */
const numbersOf = (text: string): string[] => text.match(/\d+(?:\.\d+)?/g) ?? []

describe('a generated page', () => {
  it('of performance shows no number that is in no file of results', () => {
    const records = readBenchmarkRecords('bench/results')
    const files = JSON.stringify([records, readHistory('bench/results')])
    const profiles = records.flatMap(({ figures }) => figures).flatMap(({ profiles: its = [] }) => its)
    const shares = profiles.flatMap(({ origins, functions }) => [...origins, ...functions])
    const known = new Set([
      ...numbersOf(files).flatMap(number => [number, formatNumber(Number(number))]),
      ...shares.map(({ share }) => (share * 100).toFixed(0)),
    ])
    const rows = readFileSync('docs/performance.md', 'utf8')
      .split('\n')
      .filter(line => line.startsWith('| ') && !line.startsWith('| figure |'))
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.flatMap(numbersOf).filter(number => !known.has(number))).toEqual([])
  })

  it('of reliability shows no run that is in no file of results', () => {
    const known = new Set(readRunRecords('faults/results').map(({ date, commit, seed }) => `${date} ${commit} ${seed}`))
    const runs = [...readFileSync('docs/reliability.md', 'utf8').matchAll(/\| (\S+), `([^`]+)`, seed (\d+)/g)]
    expect(runs.length).toBeGreaterThan(20)
    const shown = runs.map(([, date, commit, seed]) => `${date} ${commit} ${seed}`)
    expect(shown.filter(run => !known.has(run))).toEqual([])
  })
})
