import { mailAllowance } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import type { MailAllowance } from '../ports/mail-allowance.ts'

export type ShowMailAllowance = { allowance: Pick<MailAllowance, 'today'> }

/** `GET /webhooks/mail-allowance`: of the UTC day, in recipients, as the service's own mail server counts them. */
export const showMailAllowance = ({ allowance }: ShowMailAllowance): Operation => ({
  id: 'showMailAllowance',
  tag: 'webhooks',
  summary: "Show what is left of today's recipients",
  answers: { 200: mailAllowance },
  async handle() {
    const { resetsAt, ...state } = await allowance.today()
    return ok({ ...state, resetsAt: { $date: resetsAt.getTime() } })
  },
})
