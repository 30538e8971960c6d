import type { LogRow } from '../observations.ts'
import { type PromiseVerdict, verdict } from '../verdict.ts'

/** Mails that were to be sent under the same circumstances. */
export type MailBatch = {
  name: string
  /** The number of recipients of each mail. */
  recipients: number
  executions: readonly { deliveryId: string; status: LogRow['status'] }[]
  /** How many of them have to be taken by the mail server. */
  due: number
  /**
   * The mails that the allowance has to count. `all` includes those of which nobody knows whether the server has taken
   * them.
   */
  counted: 'taken' | 'all'
}

/** What the mail server says that it has taken. */
type TakenMail = { deliveryId: string; recipients: readonly string[] }

/** `used`: as the service says, when all is done. */
type MailObservations = { limit: number; used: number; batches: readonly MailBatch[]; taken: readonly TakenMail[] }

/** Never more recipients than the allowance; all or none; nothing is sent or counted twice; the log says it as it is (G4). */
export function judgeMails({ limit, used, batches, taken }: MailObservations): PromiseVerdict {
  const byDelivery = Map.groupBy(taken, ({ deliveryId }) => deliveryId)
  const known = new Set(batches.flatMap(({ executions }) => executions.map(({ deliveryId }) => deliveryId)))
  const reached = taken.reduce((sum, { recipients }) => sum + recipients.length, 0)
  const due = batches.reduce((sum, batch) => sum + countedOf(batch), 0)
  const invented = [...byDelivery.keys()].filter(id => !known.has(id))
  return verdict('O', `${taken.length} mails to ${reached} recipients of ${limit}, ${used} counted`, [
    ...(reached > limit ? [`${reached} recipients got a mail, ${limit} were allowed`] : []),
    ...(used > limit ? [`${used} recipients are counted, ${limit} were allowed`] : []),
    ...(used === due ? [] : [`${used} recipients are counted instead of ${due}`]),
    ...invented.map(id => `the mail server has taken ${id}, which nobody sent`),
    ...batches.flatMap(batch => judgeBatch(batch, byDelivery)),
  ])
}

function countedOf({ executions, recipients, counted }: MailBatch): number {
  const those = counted === 'all' ? executions : executions.filter(({ status }) => status === 'success')
  return those.length * recipients
}

function judgeBatch(
  { name, recipients, executions, due }: MailBatch,
  taken: ReadonlyMap<string, readonly TakenMail[]>,
) {
  const succeeded = executions.filter(({ status }) => status === 'success').length
  return [
    ...(succeeded === due ? [] : [`${name}: ${succeeded} mails were sent instead of ${due}`]),
    ...executions.flatMap(({ deliveryId, status }) => {
      const mails = taken.get(deliveryId) ?? []
      const wanted = status === 'success' ? 1 : 0
      return [
        ...(mails.length === wanted
          ? []
          : [`${name}: ${deliveryId} is ${status}, and the mail server has taken it ${mails.length} times`]),
        ...mails
          .filter(mail => mail.recipients.length !== recipients)
          .map(mail => `${name}: ${deliveryId} went to ${mail.recipients.length} of ${recipients} recipients`),
      ]
    }),
  ]
}
