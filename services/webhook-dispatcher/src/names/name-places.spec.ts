import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createNamePlaces } from './name-places.ts'

const TOTAL = 8
const QUARTER = 2

/** Places, all free, where each of these has been asked for once. */
function openPlaces(names: readonly string[]) {
  const places = createNamePlaces(TOTAL)
  for (const name of names) places.take(name, () => {})(name.startsWith('silent') ? 'silence' : 'answer')
  return places
}

const named = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `${kind}.${at}`)

/** How many of these find room, one after the other. */
function taking(places: ReturnType<typeof createNamePlaces>, names: readonly string[]): number {
  const fit = names.filter(name => {
    if (!places.hasRoom(name)) return false
    places.take(name, () => {})
    return true
  })
  return fit.length
}

describe('the places of look-ups', () => {
  it('are all for names that were answered, three quarters for new ones, and one for silent ones', () => {
    const answered = named('answered', 20)
    expect(taking(openPlaces(answered), answered)).toBe(TOTAL)
    expect(taking(createNamePlaces(TOTAL), named('new', 20))).toBe(TOTAL - QUARTER)
    const silent = named('silent', 20)
    expect(taking(openPlaces(silent), silent)).toBe(QUARTER)
  })

  it('are kept from nobody by silent names: there is room for a new one, and for one that was answered, beside all of them', () => {
    const silent = named('silent', 20)
    const answered = named('answered', 20)
    const places = openPlaces([...silent, ...answered])
    expect(taking(places, silent)).toBe(QUARTER)
    expect(taking(places, named('new', 20))).toBe(TOTAL - 2 * QUARTER)
    expect(taking(places, answered)).toBe(QUARTER)
  })

  it('are never more than there are, nor those of silent ones more than a quarter, and come back', () => {
    const kinds = ['answered', 'new', 'silent'] as const
    const steps = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(9), fc.boolean()), { maxLength: 200 })
    const prepared = kinds.flatMap(kind => (kind === 'new' ? [] : named(kind, 10)))
    fc.assert(
      fc.property(steps, sequence => {
        const places = openPlaces(prepared)
        const taken = new Map<string, (experience: 'answer' | 'silence') => void>()
        for (const [kind, at, isTaking] of sequence) {
          const name = `${kind}.${at}`
          const leave = taken.get(name)
          if (isTaking && !leave && places.hasRoom(name))
            taken.set(
              name,
              places.take(name, () => {}),
            )
          if (!isTaking && leave) leave(kind === 'silent' ? 'silence' : 'answer')
          if (!isTaking) taken.delete(name)
          expect(taken.size).toBeLessThanOrEqual(TOTAL)
          expect([...taken.keys()].filter(one => one.startsWith('silent')).length).toBeLessThanOrEqual(QUARTER)
        }
        for (const leave of taken.values()) leave('answer')
        expect(taking(places, named('answered', 10))).toBe(TOTAL)
      }),
    )
  })
})
