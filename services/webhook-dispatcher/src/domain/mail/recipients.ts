import type { EmailWebhook } from '@sluice/contracts'

/** Everyone who gets the mail, once each: addresses that differ in their case alone are one recipient. */
export function recipientsOf({ to, cc }: Pick<EmailWebhook['email'], 'to' | 'cc'>): string[] {
  const distinct = new Map<string, string>()
  for (const address of [...to, ...cc]) {
    const lower = address.toLowerCase()
    if (!distinct.has(lower)) distinct.set(lower, address)
  }
  return [...distinct.values()]
}
