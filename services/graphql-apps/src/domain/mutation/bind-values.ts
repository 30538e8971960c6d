import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { describeHole } from '../bind/read-hole.ts'
import { ABSENT } from '../model/filter-template.ts'
import { badInput } from '../model/hole-values.ts'
import type { ValueTemplate } from '../model/mutation-model.ts'
import { type Arguments, readArgument } from './arguments.ts'
import { refuseReadOnly } from './read-only.ts'
import { faultOfStored } from './stored-value.ts'
import { type FillValue, fillValue } from './value-template.ts'

/** Fills holes with values that may be stored. @param readOnly paths, from the top of the document, that no argument may write */
export const fillStored =
  (given: Arguments, readOnly: readonly string[]): FillValue =>
  (hole, path) => {
    const value = readArgument(hole, given)
    if (value === ABSENT) return ABSENT
    const fault = faultOfStored(value)
    if (fault) throw badInput(`${describeHole(hole)} of ${given.name} can not be used. ${fault}`)
    if (hole.kind === 'arg') refuseReadOnly(value, path, readOnly)
    return value
  }

/** A whole document, without `_etag`, which is the service's. */
export function bindDocument(template: ValueTemplate, readOnly: readonly string[], given: Arguments): Document {
  const value = fillValue(template, fillStored(given, readOnly))
  return requireDocument(value === ABSENT && template.kind === 'object' ? {} : value, given)
}

/** An argument stands for the list, or for values inside its documents. */
export function bindDocuments(template: ValueTemplate, readOnly: readonly string[], given: Arguments): Document[] {
  if (template.kind === 'list') return template.items.map(item => bindDocument(item, readOnly, given))
  const list = fillValue(template, fillStored(given, readOnly))
  if (!Array.isArray(list)) throw badInput(`${given.name} needs a list of documents, and none was given.`)
  return list.map(each => requireDocument(each, given))
}

function requireDocument(value: unknown, { name }: Arguments): Document {
  if (!isDocument(value)) throw badInput(`${name} needs a document, and none was given.`)
  const { _etag: _, ...document } = value
  return document
}
