import type { Document } from '@sluice/store'
import { DBRef } from 'bson'
import { isDocument } from '../json/bson-value.ts'

type PathLists = readonly (readonly string[])[]

const split = (paths: readonly string[]): PathLists => paths.map(path => path.split('.'))

/** A copy without these fields, inside arrays of documents too. */
export const withoutFields = (document: Document, paths: readonly string[]): Document =>
  paths.length === 0 ? document : stripFields(document, split(paths))

/** A copy with these fields alone, inside arrays of documents too. What has no fields can't have them, and goes. */
export const onlyFields = (document: Document, paths: readonly string[]): Document => keepFields(document, split(paths))

function stripFields(document: Document, paths: PathLists): Document {
  return mapFields(document, paths, {
    named: () => undefined,
    inside: (value, rest) => ({
      value: mapInside(
        value,
        inner => stripFields(inner, rest),
        item => [item],
      ),
    }),
    other: value => ({ value }),
  })
}

function keepFields(document: Document, paths: PathLists): Document {
  return mapFields(document, paths, {
    named: value => ({ value }),
    inside: (value, rest) => {
      const kept = mapInside(
        value,
        inner => keepFields(inner, rest),
        () => [],
      )
      return isContainer(kept) ? { value: kept } : undefined
    },
    other: () => undefined,
  })
}

type KeptValue = { value: unknown } | undefined
type Cases = {
  /** A path ends at this field. */
  named(value: unknown): KeptValue
  /** Paths go on below this field. */
  inside(value: unknown, rest: PathLists): KeptValue
  other(value: unknown): KeptValue
}

function mapFields(document: Document, paths: PathLists, cases: Cases): Document {
  const kept = Object.entries(document).flatMap(([name, value]) => {
    const result = mapField({ name, value }, paths, cases)
    return result ? [[name, result.value] as const] : []
  })
  return Object.fromEntries(kept)
}

function mapField({ name, value }: { name: string; value: unknown }, paths: PathLists, cases: Cases): KeptValue {
  const here = paths.filter(([first]) => first === name)
  if (here.length === 0) return cases.other(value)
  if (here.some(path => path.length === 1)) return cases.named(value)
  return cases.inside(
    value,
    here.map(path => path.slice(1)),
  )
}

/** @param ofScalar what becomes of an array's element that is no document */
function mapInside(
  value: unknown,
  ofDocument: (inner: Document) => Document,
  ofScalar: (item: unknown) => unknown[],
): unknown {
  if (value instanceof DBRef) return ofDocument({ ...value.toJSON() })
  if (isDocument(value)) return ofDocument(value)
  if (!Array.isArray(value)) return value
  return value.flatMap(item => (isContainer(item) ? [mapInside(item, ofDocument, ofScalar)] : ofScalar(item)))
}

const isContainer = (value: unknown): boolean => Array.isArray(value) || isDocument(value) || value instanceof DBRef
