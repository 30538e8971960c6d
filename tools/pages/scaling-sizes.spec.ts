import { describe, expect, it } from '@jest/globals'
import type { BenchmarkRecord } from '@sluice/bench/results'
import { cpuTable, growthTable, heldTable } from './scaling-capacity.ts'
import { coreTable, sizesTable } from './scaling-sizes.ts'

const perSecond = (name: string, value: number | null) => ({ name, value, unit: 'a second', bar: '', detail: 'so' })
const asked = ['gateway', 'data', 'graphql-apps', 'MongoDB'].flatMap(who =>
  ['reads by id', 'writes of 300 bytes', 'queries'].map(what => perSecond(`one core of ${who}: ${what}`, 2_000)),
)
const worked = ['webhook-dispatcher', 'MongoDB'].flatMap(who => [
  perSecond(`one core of ${who}: events without a match`, 10_000),
  perSecond(`one core of ${who}: deliveries, on top of their events`, 1_000),
])
const bytes = (name: string, value: number) => ({ name: `bytes ${name}`, value, unit: 'bytes', bar: '' })
const of = (name: string, value: number, unit: string) => ({ name, value, unit, bar: '' })

const record: BenchmarkRecord = {
  benchmark: 'capacity',
  commit: '0123abc',
  date: '2026-11-27',
  node: 'v24.21.0',
  machine: { processor: 'AMD EPYC', cores: 2 },
  loadBefore: 0.3,
  setup: 'nothing pinned',
  figures: [
    ...asked,
    ...worked,
    bytes('stored for an event without a match', 1_000),
    bytes('stored for an event that is delivered once', 2_000),
    bytes('on the bus for an event', 1_500),
    of('CPU of data at rest', 2.3, '%'),
    of('CPU of data for each read or write, at 50/s', 400, 'µs'),
    of('CPU of data for each read or write, at 150/s', 300, 'µs'),
    of('CPU of data for each read or write: foretold at 150/s', 5, '%'),
    of('CPU of data for each read or write: seen at 150/s', 4, '%'),
    of('CPU of data for each read or write: foretold wrong by', 25, '%'),
    of('after this load, garbage collected: live, data', 81, 'MB'),
    of('after this load, garbage collected: resident, data', 128, 'MB'),
    of('1000 keys at each gateway more, live: by 10 of them', 479, 'kB'),
    of('1000 keys at each gateway more, live: by 30 of them', 404, 'kB'),
  ],
}

const rowOf = (table: string, start: string) => table.split('\n').find(line => line.startsWith(`| ${start} |`))

describe('the sizes of a cluster', () => {
  const sizes = sizesTable([record])

  it('are computed from what one core carries: a share of a core is left, one process may be away, partitions are shared evenly', () => {
    // 500 µs a request of the mix: at 10,000 a second five cores, nine processes at 60 %, and one more.
    expect(rowOf(sizes, 'gateway')).toBe('| gateway | 500 | 2,000 |')
    const [, gateways] = sizes.split('\n').filter(line => line.startsWith('| gateway |'))
    expect(gateways).toBe('| gateway | 2 | 2 | 10 | 93 |')
    // 200 µs of a dispatcher: 4 and one more at 10,000 a second share twelve partitions as 6 do.
    const [, dispatchers] = sizes.split('\n').filter(line => line.startsWith('| webhook-dispatcher |'))
    expect(dispatchers).toBe('| webhook-dispatcher | 2 | 2 | 6 | 48 |')
    expect(rowOf(sizes, 'partitions of the topic')).toBe('| partitions of the topic | 12 | 12 | 12 | 48 |')
    expect(rowOf(sizes, 'brokers')).toBe('| brokers | 3 | 3 | 3 | 6 |')
    expect(rowOf(sizes, 'log of events, for one day')).toBe(
      '| log of events, for one day | 9.5 GB | 95 GB | 950 GB | 9.5 TB |',
    )
  })

  it('say what is full first', () => {
    expect(sizes).toContain('**MongoDB is full first, at 1,667 requests a second** of this mix; then gateway at 2,000,')
  })

  it('are not written where a figure is missing', () => {
    expect(() => sizesTable([])).toThrow('There are no results of capacity. Run: npm run bench -- capacity')
    expect(() => sizesTable([{ ...record, figures: [] }])).toThrow(
      'The results of capacity have no figure "one core of gateway: reads by id".',
    )
  })
})

describe('what the capacity run has measured', () => {
  it('stands in the page as it stands in the file, with the circumstances', () => {
    const table = coreTable([record])
    expect(table).toContain('The run of 2026-11-27 on 2 cores of AMD EPYC, with a load of 0.3 before it began:')
    expect(table).toContain('| webhook-dispatcher | events without a match | 10,000 | so |')
    expect(table).toContain('|  | bytes on the bus for an event | 1500 |  |')
    expect(cpuTable([record])).toContain('| data | read or write | 2.3 | 400 | 300 | 5 | 4 | 25 |')
    expect(heldTable([record])).toContain('| data | 81 | 128 |')
    expect(growthTable([record])).toContain('| 1000 keys at each gateway | live | 10, 30 | 479 | 404 | below 1 MB |')
  })
})
