import { MAX_SEGMENT_CHARACTERS, type Refusal, refuse } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { formatPathId } from '../document-id.ts'
import { isDocument } from '../json/bson-value.ts'
import { findIdFault } from '../possible-id.ts'

/** Checks a value that is to be stored as a whole document: an object whose own field names are plain ones. */
export function readNewDocument(value: unknown): { kind: 'document'; document: Document } | Refusal {
  if (!isDocument(value)) return refuse('VALIDATION_FAILED', 'A document is a JSON object. Send one.')
  for (const name of Object.keys(value)) {
    const fault = findNameFault(name)
    if (fault) return refuse('VALIDATION_FAILED', fault, [{ path: name, message: fault }])
  }
  return checkNewId(value._id) ?? { kind: 'document', document: value }
}

function findNameFault(name: string): string | undefined {
  if (name === '') return 'A field needs a name.'
  if (name.startsWith('$'))
    return `"${name}": a field of a new document can not begin with $. Operators belong into a PATCH.`
  return name.includes('.') ? `"${name}": a field can not have a dot in its name. Send nested objects.` : undefined
}

/** Judges an `_id` that a new document is to have. `undefined` is none: it gets one. */
export function checkNewId(id: unknown): Refusal | undefined {
  const message = findIdFault(id) ?? findTextFault(id) ?? findLengthFault(id)
  return message === undefined ? undefined : refuse('VALIDATION_FAILED', message, [{ path: '_id', message }])
}

/** What is reserved in paths. */
const findTextFault = (id: unknown): string | undefined =>
  typeof id === 'string' && /^(?:$|_|\.{1,2}$|\*$)/.test(id)
    ? 'A text that is an _id is not empty, not ".", ".." or "*", and does not begin with "_".'
    : undefined

/** A longer one could not be asked for. */
const findLengthFault = (id: unknown): string | undefined =>
  formatPathId(id).length > MAX_SEGMENT_CHARACTERS
    ? `An _id may take ${MAX_SEGMENT_CHARACTERS} characters, percent-encoded as a path names it.`
    : undefined
