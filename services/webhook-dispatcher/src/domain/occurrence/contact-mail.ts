import { z } from 'zod'
import type { Occurrence } from '../../ports/occurrence-store.ts'
import { oneLine, type PlannedMail } from '../mail/plan-mail.ts'
import { recipientsOf } from '../mail/recipients.ts'

const entry = z.object({ _id: z.string(), at: z.string() }).nullable()
const told = z.object({
  text: z.string(),
  at: z.string(),
  webhook: z.object({ _id: z.string() }),
  firstEntry: entry,
  lastEntry: entry,
})

/** The mail by which the contacts of a webhook hear of it: plain text, with nothing in it of any request. */
export function contactMail({ eventId, name, contact, body }: Occurrence, from: string): PlannedMail {
  const { text, at, webhook, firstEntry, lastEntry } = told.parse(JSON.parse(body))
  const lines = [
    text,
    '',
    `Webhook: ${webhook._id}`,
    `Told: ${name}, ${at}`,
    ...(firstEntry ? [`First entry of its log: ${firstEntry._id} (${firstEntry.at})`] : []),
    ...(lastEntry ? [`Last entry: ${lastEntry._id} (${lastEntry.at})`] : []),
    '',
    'You get this mail because your address stands in "contact" of the webhook.',
  ]
  return {
    messageId: `<${eventId}@${from.slice(from.indexOf('@') + 1)}>`,
    from,
    to: contact,
    cc: [],
    recipients: recipientsOf({ to: [...contact], cc: [] }),
    subject: oneLine(text),
    body: lines.join('\n'),
    bodyType: 'json',
    isJson: null,
  }
}
