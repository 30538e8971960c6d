import { findNameFault, type IdNaming } from '@sluice/documents'
import { ObjectId } from 'bson'
import { isTagged } from './values/bson-values.ts'

const HEX_ID = /^[0-9a-f]{24}$/
const HEX_ID_OF_ANY_CASE = /^[0-9a-f]{24}$/i

/** The last versions of an app that are kept. */
export const MAX_VERSIONS = 20

/** How apps are named in paths: what stands there beside them is none of them. */
export const APP_NAMING: IdNaming = { taken: ['draft', 'validate'] }

/** The id that a path or a change names: 24 lower-case hex digits are an ObjectId. In upper case they name no app. */
export const parseAppId = (text: string): string | ObjectId => (HEX_ID.test(text) ? new ObjectId(text) : text)

const RULE =
  'no blanks or control characters, none of / \\ ? # %, not dots alone or a star, no "_" in front, not "draft" or "validate"'

/** An app that no path can name could be neither changed nor deleted. Its `_id` is also the address that clients type. */
const isSegment = (text: string): boolean =>
  /^(?!\.+$)[^\s?#%]{1,200}$/.test(text) && findNameFault(text, APP_NAMING) === undefined

/** @returns the id for a new app, or what is wrong with the given one */
export function newAppId(given: unknown): { id: string | ObjectId } | { fault: string } {
  if (given === undefined) return { id: new ObjectId() }
  if (isTagged(given, 'ObjectId')) return { id: given }
  if (typeof given !== 'string' || !isSegment(given)) {
    return {
      fault: `An app has an ObjectId as _id, or a text of 1 to 200 characters that can stand in a path: ${RULE}.`,
    }
  }
  return HEX_ID_OF_ANY_CASE.test(given)
    ? { fault: '24 hex digits are an ObjectId: send {"$oid": "…"}, or another text.' }
    : { id: given }
}

/** The address behind `/graphql/`: the descriptor's, or the `_id` as text. */
export const uriOf = (app: { _id: unknown; descriptor: { uri?: string | undefined } }): string =>
  app.descriptor.uri ?? String(app._id)

/** The etag of a stored app as text; empty for one that was written without. */
export const etagOf = (app: { _etag?: unknown }): string =>
  isTagged(app._etag, 'ObjectId') ? app._etag.toHexString() : ''
