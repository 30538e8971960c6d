import { describe, expect, it } from '@jest/globals'
import { type AppLife, appEvents, appLife, appStates } from './app-life.ts'

describe('the life of an app', () => {
  it('has a cell for every state and event', () => {
    expect(Object.keys(appLife)).toEqual(Object.keys(appEvents))
    for (const row of Object.values(appLife)) expect(Object.keys(row)).toEqual(Object.keys(appStates))
  })

  it('does not compile without one of its cells, or one of its rows', () => {
    const { loaded: _, ...shortRow } = appLife.enabled
    const { enabled: __, ...shortTable } = appLife
    // @ts-expect-error a cell is missing
    const withoutCell: AppLife = { ...shortTable, enabled: shortRow }
    // @ts-expect-error a row is missing
    const withoutRow: AppLife = shortTable
    expect([withoutCell, withoutRow]).toHaveLength(2)
  })

  it('is made anew by what the change log tells, whatever the process had made of the version before', () => {
    for (const event of ['enabled', 'disabled'] as const) expect(new Set(Object.values(appLife[event])).size).toBe(1)
  })

  it('answers only after it was found to be on line and to compile', () => {
    const into = Object.entries<Record<string, string>>(appLife).flatMap(([event, row]) =>
      Object.entries(row).flatMap(([from, to]) => (to === 'loaded' ? [`${from} ${event}`] : [])),
    )
    expect(into).toEqual(['live compiled'])
  })
})
