import type { HeaderList } from '@sluice/contracts'

export const REDACTED = '[redacted]'

/** A key or session of ours, whole or cut off at the end. */
const OUR_SECRET = /sl[ks]_[0-9A-Za-z]{8,}/g
// Whoever reads an event must not be able to send its chain again, and so keep a webhook from firing.
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'set-cookie', 'proxy-authorization', 'sluice-chain'])

/** Masks whatever looks like one of our keys in a text of an event. */
export const maskText = (text: string): string => (text.includes('sl') ? text.replace(OUR_SECRET, REDACTED) : text)

export const maskHeaders = (headers: HeaderList): HeaderList =>
  headers.map(header => {
    const [name, value] = header
    const shown = SECRET_HEADERS.has(name) ? REDACTED : maskText(value)
    return shown === value ? header : [name, shown]
  })

/** Masks whatever looks like one of our keys in a body; most bodies are only looked at. */
export function maskBytes(bytes: Buffer): Buffer {
  if (!bytes.includes('slk_') && !bytes.includes('sls_')) return bytes
  return Buffer.from(bytes.toString('latin1').replace(OUR_SECRET, REDACTED), 'latin1')
}

/** Whether a query string holds credentials, however they are encoded (design: decisions, "Authentication"). */
export function queryHoldsCredentials(query: string): boolean {
  if (query === '' || !/[%+]|access_token|sl[ks]_/.test(query)) return false
  const parameters = new URLSearchParams(query)
  if (parameters.has('access_token')) return true
  return [...parameters].some(([name, value]) => holdsSecret(name) || holdsSecret(value))
}

const holdsSecret = (text: string) => text.search(OUR_SECRET) !== -1
