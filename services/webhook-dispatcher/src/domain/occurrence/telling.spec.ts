import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS, type SubjectSighting, type SubjectState, type ToldSubject, tellOf } from './telling.ts'

const AT = Date.UTC(2026, 10, 27, 18)

/** What is told of one subject that is found so, one after the other; what is told is told at once. */
function tellAll(found: readonly (Omit<SubjectSighting, 'subject' | 'since'> & { at: number; since?: number })[]) {
  let stored: ToldSubject | undefined
  return found.flatMap(({ at, since = AT, ...sighting }) => {
    const seen: SubjectSighting = { subject: 'webhook/w', since, ...sighting }
    const telling = tellOf(seen, stored, at)
    if (telling) stored = { ...telling.next, isOwing: false }
    return telling?.name ? [{ name: telling.name, at }] : []
  })
}

const every = (ms: number, count: number, state: SubjectState) =>
  Array.from({ length: count }, (_, index) => ({ at: AT + index * ms, state }))

describe('what is told of a state', () => {
  it('is told once, and once a day while it lasts: a target that is dead for a weekend is three messages', () => {
    const dead = every(60_000, 47 * 60, 'failing')
    const told = tellAll([...dead, { at: AT + 47 * HOUR_MS, state: 'well' }])
    expect(told).toEqual([
      { name: 'webhook.failing', at: AT },
      { name: 'webhook.failing', at: AT + DAY_MS },
      { name: 'webhook.recovered', at: AT + 47 * HOUR_MS },
    ])
  })

  it('that comes and goes is told once an hour at most, however often it changes', () => {
    const states = fc.array(fc.constantFrom<SubjectState>('failing', 'held-back', 'well'), { minLength: 300 })
    fc.assert(
      fc.property(states, all => {
        const told = tellAll(
          all.map((state, index) => ({ at: AT + index * 15_000, state, since: AT + index * 15_000 })),
        )
        const hours = (all.length * 15_000) / HOUR_MS
        const of = (name: string) => told.filter(one => one.name === name).length
        expect(of('webhook.failing')).toBeLessThanOrEqual(hours + 1)
        expect(of('webhook.held-back')).toBeLessThanOrEqual(hours + 1)
        expect(of('webhook.recovered')).toBeLessThanOrEqual(of('webhook.failing') + of('webhook.held-back'))
      }),
    )
  })

  it('is told at once before and after a webhook is switched off', () => {
    const told = tellAll([
      { at: AT, state: 'failing' },
      { at: AT + 1, state: 'disabling' },
      { at: AT + 2, state: 'disabled' },
      { at: AT + 3, state: 'well' },
    ])
    expect(told.map(({ name }) => name)).toEqual(['webhook.failing', 'webhook.failing', 'webhook.disabled'])
  })

  it('is not told to be over where nothing says that it works again', () => {
    const told = tellAll([
      { at: AT, state: 'failing' },
      { at: AT + 1, state: 'well', isUntried: true },
      { at: AT + 2, state: 'well' },
    ])
    expect(told.map(({ name }) => name)).toEqual(['webhook.failing'])
  })

  it('is nothing while what was told before is on its way', () => {
    const owing = { ...tellOf({ subject: 'w', state: 'failing', since: AT }, undefined, AT)?.next, isOwing: true }
    expect(tellOf({ subject: 'w', state: 'well', since: AT }, owing as ToldSubject, AT + DAY_MS)).toBeUndefined()
  })
})
