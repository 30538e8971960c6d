import type { AnyField } from '../model/app-model.ts'

/** The field whose mapping is being compiled, and where its faults go. */
export type FieldContext = {
  /** `Type.field` */
  name: string
  field: AnyField
  isRoot: boolean
  /** Properties of the collection that nobody may read, filter or sort by. */
  isProtected: (property: string) => boolean
  /** Where an argument may bring a filter (`"$as": "filter"`); nowhere where this is left out, as in the filter of a write. */
  givenFilters?: GivenFilters
  /** @param path such as `mappings.Query.orders.find.status` */
  report: (path: string, message: string) => undefined
}

export type GivenFilters =
  /** On one field. */
  | { kind: 'fields' }
  /** On one field, and as a whole `find`, where `propertyOf` says which stored property a name of the argument stands for. */
  | { kind: 'wholes'; propertyOf: (field: string) => string | undefined }
