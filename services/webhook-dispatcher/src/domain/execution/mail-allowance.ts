import type { DeliveryError } from './execution.ts'

const DAY_MS = 24 * 3_600_000

/** `used` may lie above `limit` when the operator has lowered it. */
export type AllowanceState = { limit: number; used: number; left: number; resetsAt: Date }

/** The allowance of the UTC day that `at` is in. */
export const allowanceState = (limit: number, used: number, at: Date): AllowanceState => ({
  limit,
  used,
  left: Math.max(0, limit - used),
  resetsAt: new Date((Math.floor(at.getTime() / DAY_MS) + 1) * DAY_MS),
})

/** Why a mail is not sent that the rest of the day's allowance has no room for. */
export function allowanceReached(recipients: number, { limit, left, resetsAt }: AllowanceState): DeliveryError {
  const wanted = recipients === 1 ? '1 recipient' : `${recipients} recipients`
  return {
    stage: 'delivery',
    code: 'MAIL_ALLOWANCE_REACHED',
    message: `The mail has ${wanted}, and ${left} of today's ${limit} were left, so it went to none. They are counted anew at ${resetsAt.toISOString()}; mails by a server of your own are not counted (PUT /webhooks/mail-server).`,
  }
}
