import { describe, expect, it } from '@jest/globals'
import type { Target } from '../target.ts'
import { describeCrashes } from './crashes.ts'
import { describeKeyRules } from './key-rules.ts'
import { describeLeftovers } from './leftovers.ts'
import { describeMainJob } from './main-job.ts'
import { describePatches } from './patches.ts'
import { describePermissions } from './permissions.ts'
import { makeSmallWorld } from './small-world.ts'
import { describeTraces } from './traces.ts'
import { useTarget } from './use-target.ts'
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
    const { target, stop } = useTarget(open, makeSmallWorld)

    describeWatching(target)
    describeMainJob(target)
    describePermissions(target)
    describeKeyRules(target)
    describeWebhookRules(target)
    describeWrongRequests(target)
    describePatches(target)
    if (isTraced) describeTraces(target)
    describeCrashes(target)

    describeLeftovers(target)

    it('ends in order', async () => {
      expect(await stop()).toBe(true)
    }, 60_000)
  })
}
