import { describe } from '@jest/globals'
import type { SluiceTarget } from '../target.ts'
import { describeMovingIn } from './moving-in.ts'
import { describePermissionSets } from './permission-sets.ts'
import { describePermissions } from './permissions.ts'
import { describeSdkInDatabase } from './sdk.ts'
import { switchPluginsOn } from './small-world.ts'
import { useTarget } from './use-target.ts'

/** What must hold where every database is served under its name, too. */
export function describeDedicatedTier(
  name: string,
  open: () => Promise<SluiceTarget>,
  { skip = false }: { skip?: boolean } = {},
): void {
  ;(skip ? describe.skip : describe)(`the dedicated tier of Sluice as ${name}`, () => {
    const { target } = useTarget(open, switchPluginsOn)

    describePermissions(target)
    describePermissionSets(target)
    describeSdkInDatabase(target)
    describeMovingIn(target)
  })
}
