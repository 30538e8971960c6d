import type { SluiceTarget } from '../target.ts'
import { describeKeyBlock } from './key-block.ts'
import { describeKeyEndpoints } from './key-endpoints.ts'
import { describeKeyLimits } from './key-limits.ts'
import { describeKeyPlugin } from './key-plugin.ts'
import { describeKeyPolicy } from './key-policy.ts'
import { describeKeyRecord } from './key-record.ts'
import { describeKeyUse } from './key-use.ts'

/** Every sentence of the specification about keys: 2.2, 2.3, 3, 4.2, 4.3, 5, 7 and 8. */
export function describeKeyRules(target: () => SluiceTarget): void {
  describeKeyRecord(target)
  describeKeyEndpoints(target)
  describeKeyPolicy(target)
  describeKeyBlock(target)
  describeKeyLimits(target)
  describeKeyUse(target)
  describeKeyPlugin(target)
}
