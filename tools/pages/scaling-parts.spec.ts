import { describe, expect, it } from '@jest/globals'
import { readBenchmarkRecords } from '@sluice/bench/results'
import { unitCosts } from './scaling-parts.ts'

const records = readBenchmarkRecords('bench/results')

describe('the costs of units', () => {
  it('are those of the last runs, with what one core takes of them', () => {
    const known = records.map(record =>
      record.benchmark !== 'data'
        ? record
        : { ...record, date: '2026-11-24', figures: [...record.figures.map(figure => ({ ...figure, value: 250 }))] },
    )
    expect(unitCosts(known)).toContain('| data, GET by id | 250 | 4,000 | [data](performance.md#data), 2026-11-24 |')
  })

  it('are not written where a figure is missing', () => {
    const without = records.filter(({ benchmark }) => benchmark !== 'gateway')
    expect(() => unitCosts(without)).toThrow('There are no results of gateway. Run: npm run bench -- gateway')
    const empty = records.map(record => ({ ...record, figures: [] }))
    expect(() => unitCosts(empty)).toThrow('The results of gateway have no figure "GET 1 kB: CPU, node:http + undici".')
  })
})
