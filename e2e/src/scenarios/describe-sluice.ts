import { describe, expect, it } from '@jest/globals'
import type { SluiceTarget } from '../target.ts'
import { describeAdministration } from './administration.ts'
import { describeCrashes } from './crashes.ts'
import { describeKeyRules } from './key-rules.ts'
import { describeLeftovers } from './leftovers.ts'
import { describeMainJob } from './main-job.ts'
import { describeOccurrences } from './occurrences.ts'
import { describePassingDays } from './passing-days.ts'
import { describePatches } from './patches.ts'
import { describePermissionSets } from './permission-sets.ts'
import { describePermissions } from './permissions.ts'
import { describeRepeats } from './repeats.ts'
import { describeSdk } from './sdk.ts'
import { makeSmallWorld } from './small-world.ts'
import { describeTraces } from './traces.ts'
import { useTarget } from './use-target.ts'
import { describeWatching } from './watching.ts'
import { describeWebhookProxy } from './webhook-proxy.ts'
import { describeWebhookRules } from './webhook-rules.ts'
import { describeWrongRequests } from './wrong-requests.ts'

/**
 * `isTraced`: its target says where its traces go. `hasRules`: what Sluice answers to whom is looked at, too, which is the
 * same on every target. `hasProxy`: its webhooks leave by a proxy. `isAged`: days can be made to pass for it.
 */
type Options = { skip?: boolean; isTraced?: boolean; hasRules?: boolean; hasProxy?: boolean; isAged?: boolean }

/** What must hold of every Sluice, whatever it is made of. */
export function describeSluice(
  name: string,
  open: () => Promise<SluiceTarget>,
  { skip = false, isTraced = true, hasRules = true, hasProxy = true, isAged = true }: Options = {},
): void {
  ;(skip ? describe.skip : describe)(`Sluice as ${name}`, () => {
    const { target, stop } = useTarget(open, makeSmallWorld)

    describeWatching(target)
    describeMainJob(target)
    describeOccurrences(target)
    if (isAged) describePassingDays(target)
    if (hasRules) describeRules(target)
    if (hasProxy) describeWebhookProxy(target)
    if (isTraced) describeTraces(target)
    describeCrashes(target)
    describeRepeats(target)

    describeLeftovers(target)

    it('ends in order', async () => {
      expect(await stop()).toBe(true)
    }, 60_000)
  })
}

function describeRules(target: () => SluiceTarget): void {
  describeAdministration(target)
  describePermissions(target)
  describePermissionSets(target)
  describeKeyRules(target)
  describeWebhookRules(target)
  describeWrongRequests(target)
  describePatches(target)
  describeSdk(target)
}
