import type { HeaderList } from '@sluice/contracts'
import { editJson } from '@sluice/json'
import { isSecretName } from '@sluice/predicate'
import { CHAIN_HEADER } from '@sluice/service-kit'

export const REDACTED = '[redacted]'

/** A key or session of ours, whole or cut off at the end. */
const OUR_SECRET = /sl[ks]_[0-9A-Za-z]{8,}/g
// Whoever reads an event must not be able to send its chain again, and so keep a webhook from firing.
const isHidden = (name: string) => name === CHAIN_HEADER || isSecretName(name)

/** Masks whatever looks like one of our keys in a text of an event. */
export const maskText = (text: string): string => (text.includes('sl') ? text.replace(OUR_SECRET, REDACTED) : text)

/** The value of a header as an event shows it. @param name in lower case */
export const maskHeader = (name: string, value: string): string => (isHidden(name) ? REDACTED : maskText(value))

export const maskHeaders = (headers: HeaderList): HeaderList =>
  headers.map(([name, value]) => [name, maskHeader(name, value)])

/** Masks whatever looks like one of our keys in a body; most bodies are only looked at. */
export function maskBytes(bytes: Buffer): Buffer {
  if (!bytes.includes('slk_') && !bytes.includes('sls_')) return bytes
  return Buffer.from(bytes.toString('latin1').replace(OUR_SECRET, REDACTED), 'latin1')
}

/**
 * Carries what was taken out of a JSON over into its text, without our keys. All else stays as it was written, unless
 * escapes hide a key there from whoever looks at the text alone: then it is the other text.
 * @param changed the text of what became of it
 * @throws RangeError for what is nested too deeply
 */
export function editMasked(text: string, changed: string): string {
  const masked = maskText(changed)
  return masked === changed ? editJson(text, JSON.parse(changed)) : masked
}

/** Whether a query string holds credentials, however they are encoded. */
export function queryHoldsCredentials(query: string): boolean {
  if (query === '' || !/[%+]|access_token|sl[ks]_/.test(query)) return false
  const parameters = new URLSearchParams(query)
  if (parameters.has('access_token')) return true
  return [...parameters].some(([name, value]) => holdsSecret(name) || holdsSecret(value))
}

const holdsSecret = (text: string) => text.search(OUR_SECRET) !== -1
