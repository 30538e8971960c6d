import type { IncomingMessage } from 'node:http'
import type { Refusal } from '@sluice/contracts'
import { hasBody } from '../arrive/arrival.ts'
import { breakRequest } from '../arrive/break-request.ts'
import type { Inquiry, RequestAdmission } from './authorise.ts'
import type { JudgeAgain } from './judge-again.ts'

const LATE_MS = 1_000

export type LateBodies = ReturnType<typeof createLateBodies>

/**
 * Has a request judged again whose body ends later than `lateMs` after its head, before anybody acts on it: the authority
 * to make it may be gone by then.
 */
export function createLateBodies(judgeAgain: JudgeAgain, lateMs = LATE_MS) {
  /** @returns the second judgement of a request whose body was read before; the end of any other body waits for its own */
  return (inquiry: Inquiry, admission: RequestAdmission): Promise<Refusal | undefined> | undefined => {
    const { arrival } = inquiry
    if (!hasBody(arrival)) return undefined
    const guard = {
      lateAt: arrival.startedAt + lateMs,
      judge: () => judgeAgain.refuseChanged({ ...inquiry, admission }),
    }
    if (admission.body) return isLate(guard) ? guard.judge() : undefined
    guardEnd(arrival.request, guard)
    return undefined
  }
}

type Guard = {
  /** Performance time in ms. */
  lateAt: number
  judge(): Promise<Refusal | undefined>
}

const isLate = ({ lateAt }: Guard): boolean => performance.now() >= lateAt

/**
 * Node hands a body to its readers by `push`, and its end as null. Once it is late each chunk waits for the next one, and
 * the last for the judgement: no reader ever has the whole body of a request that is refused, nor acts on it.
 */
function guardEnd(request: IncomingMessage, guard: Guard): void {
  const push = request.push.bind(request)
  let held: Buffer | undefined

  async function end(): Promise<void> {
    const refusal = await guard.judge()
    if (refusal) return breakRequest(request, refusal)
    if (held) push(held)
    push(null)
  }

  function pushInTime(chunk: Buffer | null): boolean {
    if (!isLate(guard)) return push(chunk)
    if (chunk === null) {
      void end()
      return false
    }
    const isWanted = held === undefined || push(held)
    held = chunk
    return isWanted
  }
  request.push = pushInTime
}
