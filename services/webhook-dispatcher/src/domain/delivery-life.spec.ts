import { describe, expect, it } from '@jest/globals'
import { executionStatus } from '@sluice/contracts'
import {
  type DeliveryLife,
  deliveryEvents,
  deliveryLife,
  deliveryStates,
  endBy,
  endStatuses,
  isAside,
  waitingReasons,
} from './delivery-life.ts'

const states = Object.keys(deliveryStates)
const cells = Object.entries(deliveryLife).flatMap(([event, row]) =>
  Object.entries<string>(row).map(([from, to]) => ({ event, from, to })),
)
const eventsFrom = (state: string) =>
  cells.filter(({ from, to }) => from === state && to !== 'never').map(({ event }) => event)

describe('the life of a delivery', () => {
  it('has a cell for every state and event', () => {
    expect(Object.keys(deliveryLife)).toEqual(Object.keys(deliveryEvents))
    for (const row of Object.values(deliveryLife)) expect(Object.keys(row)).toEqual(states)
    expect(cells.filter(({ to }) => to !== 'never' && !states.includes(to))).toEqual([])
  })

  it('does not compile without one of its cells, or one of its rows', () => {
    const { ended: _, ...shortRow } = deliveryLife.full
    const { full: __, ...shortTable } = deliveryLife
    // @ts-expect-error a cell is missing
    const withoutCell: DeliveryLife = { ...shortTable, full: shortRow }
    // @ts-expect-error a row is missing
    const withoutRow: DeliveryLife = shortTable
    expect([withoutCell, withoutRow]).toHaveLength(2)
  })

  it('comes to its end from every state', () => {
    const reached = new Set<string>(['ended'])
    for (const _ of states) for (const { from, to } of cells) if (reached.has(to)) reached.add(from)
    expect(states.filter(state => !reached.has(state))).toEqual([])
  })

  it('goes on from a rest only by a claim, and after its end only by a success or because somebody asks', () => {
    for (const rest of ['waiting', 'free', 'left'] as const) expect(eventsFrom(rest)).toEqual(['taken'])
    expect(eventsFrom('ended')).toEqual(['redelivery', 'success'])
  })

  it('leaves an attempt to wait only for the next one, or where none was made as there was no room', () => {
    expect(cells.filter(({ from, to }) => from === 'sending' && to === 'waiting').map(({ event }) => event)).toEqual([
      'full',
      'retry',
    ])
  })

  it('gives a claim back out of an attempt only where nothing was sent', () => {
    expect(cells.filter(({ from, to }) => from === 'sending' && to === 'free').map(({ event }) => event)).toEqual([
      'unsure',
    ])
  })
})

describe('the words of the life of a delivery', () => {
  it('are the reasons to wait that are stored and counted', () => {
    expect(waitingReasons.toSorted()).toEqual(['full', 'held', 'redelivery', 'retry', 'unreadable', 'unwell'])
  })

  it('are the statuses of entries that have ended', () => {
    expect(endStatuses).toEqual(executionStatus.exclude(['pending']).options)
  })

  it('say what has to be put into the store before it has begun', () => {
    expect(waitingReasons.filter(isAside)).toEqual(['full', 'held', 'unwell', 'unreadable'])
    expect([endBy('held'), endBy('stopped'), endBy('unknown')]).toEqual(['held', 'free', 'left'])
  })
})
