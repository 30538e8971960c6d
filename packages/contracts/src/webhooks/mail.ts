import { z } from 'zod'
import { wireDate } from '../json/wire-values.ts'

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const ADDRESS = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`)

/** A bare address: no display name, comment, quoted part or address literal, and nothing that could begin a new header. */
export const mailAddress = z
  .string()
  .max(254)
  .regex(ADDRESS, 'This is no plain e-mail address like name@example.com, without a display name.')
  .meta({ id: 'MailAddress' })

// No pattern: clients and generators of requests know no classes of characters in one.
const isOneLine = (text: string) => !/\p{Cc}/u.test(text)
const ONE_LINE = 'This must stand in one line, without control characters.'
const oneLine = (most: number) => z.string().min(1).max(most).refine(isOneLine, ONE_LINE)

/**
 * The owner's own mail server, as it is written. `secure`: TLS from the first byte, as on port 465; without, the
 * connection turns to TLS where the server offers it, and always before a password is sent.
 */
export const mailServerInput = z.strictObject({
  host: oneLine(253),
  port: z.int().min(1).max(65_535),
  secure: z.boolean(),
  user: oneLine(320).optional(),
  password: oneLine(1024).optional(),
  from: mailAddress,
})

export const mailServerRecord = mailServerInput.extend({ _id: z.string(), updatedAt: z.date() })
export type MailServerRecord = z.infer<typeof mailServerRecord>

/** The same as it is shown: never with the password. */
export const shownMailServer = mailServerInput
  .omit({ password: true })
  .extend({ updatedAt: wireDate })
  .meta({
    id: 'MailServer',
    examples: [
      {
        host: 'smtp.example.com',
        port: 587,
        secure: false,
        user: 'sluice',
        from: 'sluice@example.com',
        updatedAt: { $date: 1795514401000 },
      },
    ],
  })

/** What is left today of the recipients that the service's own mail server may be used for. */
export const mailAllowance = z
  .object({
    limit: z.int(),
    used: z.int(),
    left: z.int(),
    resetsAt: wireDate,
  })
  .meta({ id: 'MailAllowance', examples: [{ limit: 100, used: 3, left: 97, resetsAt: { $date: 1795564800000 } }] })
