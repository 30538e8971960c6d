import type { Principal } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { isDocument } from './json/bson-value.ts'
import { formatDocument } from './json/format-document.ts'
import { parseDocumentJson } from './json/parse-document.ts'

/**
 * The properties of a user as a principal carries them from service to service: Extended JSON that keeps every digit and type.
 * @param document the stored user, without protected fields
 */
export const propertiesOf = (document: Document): Record<string, unknown> =>
  JSON.parse(formatDocument(document, 'canonical'))

/**
 * The caller's own document as variables see it, without protected fields; undefined for anonymous callers. Properties that
 * no document can have leave the id alone, so that each variable that names one stays unbound.
 */
export function readUser({ id, properties = {} }: Principal): Document | undefined {
  if (id === null) return undefined
  const read = parseDocumentJson(JSON.stringify(properties))
  return read.kind === 'parsed' && isDocument(read.value) ? { ...read.value, _id: id } : { _id: id }
}
