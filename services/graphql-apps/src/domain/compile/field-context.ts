import type { AnyField } from '../model/app-model.ts'

/** The field whose mapping is being compiled, and where its faults go. */
export type FieldContext = {
  /** `Type.field` */
  name: string
  field: AnyField
  isRoot: boolean
  /** Properties of the collection that nobody may read, filter or sort by. */
  isProtected: (property: string) => boolean
  /** @param path such as `mappings.Query.orders.find.status` */
  report: (path: string, message: string) => undefined
}
