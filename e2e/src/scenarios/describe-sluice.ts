import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Target } from '../target.ts'
import { describeCrashes } from './crashes.ts'
import { describeKeyRules } from './key-rules.ts'
import { describeLeftovers } from './leftovers.ts'
import { describeMainJob } from './main-job.ts'
import { makeSmallWorld } from './small-world.ts'
import { describeTraces } from './traces.ts'
import { describeWatching } from './watching.ts'
import { describeWebhookRules } from './webhook-rules.ts'
import { describeWrongRequests } from './wrong-requests.ts'

/** `isTraced`: its target says where its traces go. */
type Options = { skip?: boolean; isTraced?: boolean }

/** What must hold of every Sluice, whatever it is made of. */
export function describeSluice(
  name: string,
  open: () => Promise<Target>,
  { skip = false, isTraced = true }: Options = {},
): void {
  ;(skip ? describe.skip : describe)(`Sluice as ${name}`, () => {
    let opened: Target | undefined
    const target = () => {
      if (!opened) throw new RangeError('The target has not been opened.')
      return opened
    }

    beforeAll(async () => {
      opened = await open()
      await makeSmallWorld(opened)
    }, 300_000)
    afterAll(() => opened?.stop(), 60_000)

    describeWatching(target)
    describeMainJob(target)
    describeKeyRules(target)
    describeWebhookRules(target)
    describeWrongRequests(target)
    if (isTraced) describeTraces(target)
    describeCrashes(target)

    describeLeftovers(target)

    it('ends in order', async () => {
      const isClean = await target().stop()
      opened = undefined
      expect(isClean).toBe(true)
    }, 60_000)
  })
}
