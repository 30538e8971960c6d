import { expect, it } from '@jest/globals'
import { judge } from './judge.ts'
import type { Observations } from './observations.ts'
import { BARS, START, sampleWorld } from './testing/sample-world.ts'

const world = sampleWorld([{ at: 0, gateway: 0, isAnswered: true, isEvent: true, targetStatus: 200 }])
const broken = (changes: Partial<Observations>) =>
  judge({ ...world, ...changes }, BARS)
    .filter(({ holds }) => !holds)
    .map(({ letter }) => letter)

it('what webhooks did while the row switched the plugin is left to the row, whatever it was', () => {
  const switchings = [{ from: START - 10, to: START + 10 }]
  const untold = { deliveries: [], log: [] }
  expect(broken(untold)).toEqual(['L', 'G'])
  expect(broken({ ...untold, switchings })).toEqual([])
  expect(broken({ switchings })).toEqual([])
  expect(broken({ ...untold, switchings: [{ from: START + 10, to: START + 20 }] })).toEqual(['L', 'G'])
})
