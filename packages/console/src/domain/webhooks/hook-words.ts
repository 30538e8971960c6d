import { countOf } from '../overview/overview-words.ts'

type OwnedHook = {
  contact?: readonly string[]
  disableAfter?: { failures: number; days: number }
  signature?: { prefix: string; second?: { header: string } }
}

const USUAL_PREFIX = 'webhook'

/** What a list says of a webhook that not every one has: how many are mailed of it, when it is switched off, how it is signed. */
export const hookWords = ({ contact, disableAfter, signature }: OwnedHook, locale?: string): string =>
  [
    contact && countOf(contact.length, 'contact', locale),
    disableAfter &&
      `off after ${countOf(disableAfter.failures, 'failure', locale)} in ${countOf(disableAfter.days, 'day', locale)}`,
    signature && signed(signature),
  ]
    .filter(Boolean)
    // The dot stays at the end of its line.
    .join('\u00a0· ')

function signed({ prefix, second }: NonNullable<OwnedHook['signature']>): string {
  if (prefix === USUAL_PREFIX && !second) return ''
  return `signed by ${prefix}-signature${second ? ` and ${second.header}` : ''}`
}
