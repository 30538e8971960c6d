import { afterAll, beforeAll, describe } from '@jest/globals'
import { describeConsuming } from './consuming.ts'
import { describeCrashes } from './crashes.ts'
import type { BusHarness } from './harness.ts'
import { createBusScene } from './scene.ts'
import { describeSending } from './sending.ts'

/** What every adapter of the bus port promises. `start` makes a backend for this file alone. */
export function describeBus(name: string, start: () => Promise<BusHarness>) {
  describe(`bus conformance: ${name}`, () => {
    const scene = createBusScene()
    beforeAll(async () => scene.begin(await start()), 60_000)
    afterAll(() => scene.end(), 60_000)
    describeSending(scene)
    describeConsuming(scene)
    describeCrashes(scene)
  })
}
