import { type MailManners, type MailReceiver, openMailReceiver, type ReceivedMail } from '@sluice/testkit/mail'
import type { TargetDelivery } from '../oracle/observations.ts'
import { readPayload } from './read-payload.ts'

/** The mail server of a run; its port stays the same, whatever becomes of it. */
export type RunMailbox = {
  port: number
  /** Every mail that it has taken. */
  mails(): readonly ReceivedMail[]
  /** How many whole mails it was offered. */
  offered(): number
  /** The mails with the default payload that it has taken, as what a target was told. */
  deliveries(): TargetDelivery[]
  /** It is gone; `open` brings it back. */
  shut(): Promise<void>
  /** Gone, and back with other manners. */
  behave(manners: MailManners): Promise<void>
  close(): Promise<void>
}

const TAKEN = 250

export async function startMailbox(): Promise<RunMailbox> {
  let receiver: MailReceiver | undefined = await openMailReceiver()
  const { port } = receiver
  const former: MailReceiver[] = []
  const all = () => [...former, ...(receiver ? [receiver] : [])]
  const mails = () => all().flatMap(one => one.mails)
  const shut = async () => {
    if (!receiver) return
    former.push(receiver)
    await receiver.close()
    receiver = undefined
  }
  return {
    port,
    mails,
    offered: () => all().reduce((sum, one) => sum + one.offered.length, 0),
    deliveries: () => mails().map(toDelivery),
    shut,
    async behave(manners) {
      await shut()
      receiver = await openMailReceiver(manners, { port })
    },
    close: shut,
  }
}

const toDelivery = (mail: ReceivedMail): TargetDelivery => ({
  deliveryId: deliveryIdOf(mail),
  ...readPayload(mail.body),
  receivedAt: mail.at,
  answeredAt: mail.at,
  status: TAKEN,
})

/** Before the `@` of its Message-ID. */
export const deliveryIdOf = ({ headers }: ReceivedMail): string =>
  /^<([^@]+)@/.exec(headers['message-id'] ?? '')?.[1] ?? ''
