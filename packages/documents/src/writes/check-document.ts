import { type Refusal, refuse } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { isDocument } from '../json/bson-value.ts'

/** Checks a value that is to be stored as a whole document: an object whose own field names are plain ones. */
export function readNewDocument(value: unknown): { kind: 'document'; document: Document } | Refusal {
  if (!isDocument(value)) return refuse('VALIDATION_FAILED', 'A document is a JSON object. Send one.')
  for (const name of Object.keys(value)) {
    const fault = findNameFault(name)
    if (fault) return refuse('VALIDATION_FAILED', fault, [{ path: name, message: fault }])
  }
  return checkId(value) ?? { kind: 'document', document: value }
}

function findNameFault(name: string): string | undefined {
  if (name === '') return 'A field needs a name.'
  if (name.startsWith('$'))
    return `"${name}": a field of a new document can not begin with $. Operators belong into a PATCH.`
  return name.includes('.') ? `"${name}": a field can not have a dot in its name. Send nested objects.` : undefined
}

function checkId({ _id: id }: Document): Refusal | undefined {
  const isPossible =
    !Array.isArray(id) && !(id instanceof RegExp) && !(isDocument(id) && Object.keys(id)[0]?.startsWith('$'))
  if (isPossible && (typeof id !== 'string' || isPossibleText(id))) return undefined
  const message =
    '_id can be a text of valid Unicode that is not empty, not ".", ".." or "*" and does not begin with "_", a number, an ObjectId or an object; not a list.'
  return refuse('VALIDATION_FAILED', message, [{ path: '_id', message }])
}

/** Half a surrogate pair would be stored as another text, and dots alone are no segment of a path; a star means all. */
const isPossibleText = (id: string): boolean => id.isWellFormed() && !/^(?:$|_|\.{1,2}$|\*$)/.test(id)
