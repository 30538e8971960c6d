import type { ChangeLog } from '@sluice/change-log'
import type { Collection, Namespace } from '@sluice/store'
import { judgeNewPermission } from '../domain/judge-permission.ts'
import { recordedRun } from './recorded-guard.ts'
import { openGuard, type WriteGuard } from './write-guard.ts'

type Needs = { changes: ChangeLog; namespace: Namespace; collection: Collection }

/** Permissions: each is checked whole, as it would be stored. */
export const aclGuard = ({ changes, namespace, collection }: Needs): WriteGuard => ({
  ...openGuard(collection),
  isOneByOne: true,
  run: recordedRun({
    changes,
    topic: 'acl',
    namespace,
    judgeBefore: () => undefined,
    judgeAfter: judgeNewPermission,
  }),
})
