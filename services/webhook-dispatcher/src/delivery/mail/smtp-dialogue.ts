import type { MailReply } from '../../ports/mailer.ts'

export type RefusedRecipient = { address: string; reply: MailReply }

/** Longest text of a reply that is kept. */
const MAX_REPLY_CHARACTERS = 2000

/** Reads a reply such as `250-one\n250 two`. @returns undefined for what is none */
export function readReply(response: unknown): MailReply | undefined {
  if (typeof response !== 'string' || !/^\d{3}/.test(response)) return undefined
  const text = response.replaceAll(/^\d{3}[ -]?/gm, '').slice(0, MAX_REPLY_CHARACTERS)
  return { statusCode: Number(response.slice(0, 3)), text }
}

/**
 * Listens to what a connection of nodemailer says and hears, for the one thing that it does not tell in time: which
 * recipients were refused, before the mail goes to the others.
 */
export function followDialogue() {
  let asked: string[] = []
  let refused: RefusedRecipient[] = []

  function heard(response: string): void {
    const [, address] = /^RCPT TO:<([^>]*)>/.exec(asked.shift() ?? '') ?? []
    const reply = readReply(response)
    if (address !== undefined && reply && reply.statusCode >= 300) refused.push({ address, reply })
  }

  return {
    /** For the option `logger` of a connection, with `transactionLog`. */
    logger: {
      debug(entry: { tnx?: string }, text = ''): void {
        if (entry.tnx === 'client') asked.push(text)
        if (entry.tnx === 'server') heard(text)
      },
    },
    /** To be called before a mail: its commands and replies come in pairs from here. */
    begin(): void {
      asked = []
      refused = []
    },
    refused: (): readonly RefusedRecipient[] => refused,
  }
}
