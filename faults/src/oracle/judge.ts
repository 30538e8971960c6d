import { judgeAvailability } from './judges/judge-availability.ts'
import { judgeDuplicates } from './judges/judge-duplicates.ts'
import { judgeLog } from './judges/judge-log.ts'
import { judgeLoss } from './judges/judge-loss.ts'
import { judgeProcesses } from './judges/judge-processes.ts'
import { judgeRevocation } from './judges/judge-revocation.ts'
import type { Observations, PromisedBars } from './observations.ts'
import type { PromiseVerdict } from './verdict.ts'

/** Compares what was promised with what was seen, once the fault has healed and all is quiet. */
export const judge = (seen: Observations, bars: PromisedBars): PromiseVerdict[] => [
  judgeLoss(seen),
  judgeDuplicates(seen),
  judgeAvailability(seen, bars),
  judgeRevocation(seen, bars),
  judgeLog(seen),
  judgeProcesses(seen),
]
