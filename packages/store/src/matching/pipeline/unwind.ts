import { Long } from 'bson'
import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { valueAt } from '../values/path.ts'
import { fieldOf, isArray, isDocument } from '../values/value.ts'
import { putField } from '../values/write-path.ts'

type Options = { path: string; keepEmpty: boolean; indexField?: string }

function optionsOf(argument: unknown): Options {
  const given = typeof argument === 'string' ? { path: argument } : argument
  if (!isDocument(given)) throw new InvalidQueryError('$unwind needs a path or a document.')
  const { path, preserveNullAndEmptyArrays = false, includeArrayIndex, ...others } = given
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new UnsupportedByStoreError(`The option ${unknown} of $unwind`)
  if (typeof path !== 'string' || !/^\$[^$]/.test(path)) {
    throw new InvalidQueryError('The path of $unwind begins with a dollar sign.')
  }
  const keepEmpty = preserveNullAndEmptyArrays === true
  return {
    path: path.slice(1),
    keepEmpty,
    ...(typeof includeArrayIndex === 'string' ? { indexField: includeArrayIndex } : {}),
  }
}

/** A copy with another value at the path; undefined takes it out. */
function withValue(document: Document, parts: readonly string[], value: unknown): Document {
  const [part = '', ...rest] = parts
  const copy = { ...document }
  const child = fieldOf(document, part)
  if (rest.length > 0) putField(copy, part, withValue(isDocument(child) ? child : {}, rest, value))
  else if (value === undefined) delete copy[part]
  else putField(copy, part, value)
  return copy
}

function indexed(document: Document, field: string | undefined, index: number | undefined): Document {
  if (field === undefined) return document
  return withValue(document, field.split('.'), index === undefined ? null : Long.fromNumber(index))
}

/** `$unwind`: one document for each element; a value that is no array counts as an array of one. */
export function unwind(argument: unknown): (documents: Document[]) => Document[] {
  const { path, keepEmpty, indexField } = optionsOf(argument)
  const parts = path.split('.')
  return documents =>
    documents.flatMap(document => {
      const value = valueAt(document, parts)
      if (isArray(value) && value.length > 0) {
        return value.map((element, index) => indexed(withValue(document, parts, element), indexField, index))
      }
      if (isArray(value))
        return keepEmpty ? [indexed(withValue(document, parts, undefined), indexField, undefined)] : []
      if (value === null || value === undefined) return keepEmpty ? [indexed(document, indexField, undefined)] : []
      return [indexed(document, indexField, undefined)]
    })
}
