import { afterAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import type { SluiceTarget } from '../target.ts'
import { createKeyWorld, GATEWAYS, type Person, WELL_WITHIN_MS } from './key-world.ts'

const SLOTS = Array.from({ length: 50 }, (_, slot) => slot)
const SWAPS = 20
const REQUESTS = 1_000
const READERS = [...GATEWAYS, ...GATEWAYS]

/** A swap is numbered: the permissions of swap 7 show the field `s7` of each document, and no other one. */
type SlotDocument = Record<string, unknown>

/** Permissions that are swapped at once: no request meets a part of them. */
export function describePermissionSets(target: () => SluiceTarget): void {
  describe('permissions that are changed at once', () => {
    const world = createKeyWorld(target, 'permission-sets')
    const changes = () => `${target().base}/acl/changes`

    afterAll(() => world.clear())

    /** 50 permissions, in the place of the 50 of the swap before. */
    const swapTo = (number: number, { path, role, prefix }: SwappedPlace) => ({
      put: SLOTS.map(slot => ({
        document: {
          _id: `${prefix}-${slot}-${number % 2}`,
          roles: [role],
          predicate: `path('${path}/slot-${slot}')`,
          mongo: { projectResponse: { [`s${number}`]: 1 } },
        },
        ifNoneMatch: '*',
      })),
      delete: number === 0 ? [] : SLOTS.map(slot => ({ id: `${prefix}-${slot}-${(number - 1) % 2}` })),
    })

    it(`come into force together: of ${REQUESTS} requests over both gateways during ${SWAPS} swaps of 50, none sees a part`, async () => {
      const shown = Object.fromEntries(Array.from({ length: SWAPS + 1 }, (_, number) => [`s${number}`, number]))
      const path = await world.makeCollection(SLOTS.map(slot => ({ _id: `slot-${slot}`, ...shown })))
      const place = { path, role: world.unique('role'), prefix: world.unique('swapped') }
      const person = await world.makePerson([place.role])
      await world.owner().json('POST', changes(), swapTo(0, place))
      await inForce(person, place, 0)
      const progress = { begun: 0, isOver: false, asked: 0 }
      const reading = READERS.map(gateway => readOn(gateway, { person, place, progress }))
      for (let number = 1; number <= SWAPS; number += 1) {
        progress.begun = number
        await world.owner(number % 2 === 0 ? 0 : 1).json('POST', changes(), swapTo(number, place))
      }
      progress.isOver = true
      const wrong = (await Promise.all(reading)).flat()
      expect({ wrong: wrong.length, first: wrong.slice(0, 3) }).toEqual({ wrong: 0, first: [] })
      expect(progress.asked).toBeGreaterThanOrEqual(REQUESTS)
      await inForce(person, place, SWAPS)
      const left = SLOTS.map(slot => ({ id: `${place.prefix}-${slot}-${SWAPS % 2}` }))
      expect(await world.owner().json('POST', changes(), { delete: left })).toMatchObject({ put: [] })
    }, 180_000)
  })
}

type SwappedPlace = { path: string; role: string; prefix: string }
type SwapReading = {
  person: Person
  place: SwappedPlace
  progress: { begun: number; isOver: boolean; asked: number }
}

/** Every gateway shows the state after a swap, for each of its permissions. */
async function inForce(person: Person, { path }: SwappedPlace, number: number): Promise<void> {
  const isShown = async (gateway: 0 | 1, slot: number) => {
    const { json } = await person.at(gateway).answer('GET', `${path}/slot-${slot}`)
    expect(json).toMatchObject({ [`s${number}`]: number })
  }
  for (const gateway of GATEWAYS) {
    await eventually(() => Promise.all(SLOTS.map(slot => isShown(gateway, slot))), { timeoutMs: WELL_WITHIN_MS })
  }
}

/**
 * Asks one gateway for one slot after the other. Whoever has seen a swap by one permission sees no earlier one by
 * another; each request is let in, as it is before each swap and after it.
 * @returns what no state before or after a swap would have shown
 */
async function readOn(gateway: 0 | 1, { person, place, progress }: SwapReading): Promise<unknown[]> {
  const wrong: unknown[] = []
  let seen = 0
  while (!progress.isOver || progress.asked < REQUESTS) {
    progress.asked += 1
    const slot = Math.floor(Math.random() * SLOTS.length)
    const { status, json } = await person.at(gateway).answer('GET', `${place.path}/slot-${slot}`)
    const number = numberIn(json as SlotDocument)
    if (status !== 200 || number < seen || number > progress.begun) wrong.push({ gateway, slot, status, seen, json })
    else seen = number
  }
  return wrong
}

function numberIn(document: SlotDocument): number {
  const names = Object.keys(document).filter(name => /^s\d+$/.test(name))
  return names.length === 1 ? Number(names[0]?.slice(1)) : -1
}
