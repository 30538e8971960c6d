import type { Document } from '@sluice/store'

/** The arguments of one field, coerced by the rules of graphql-js. */
export type Arguments = {
  /** `Mutation.field`, for errors. */
  name: string
  values: Document
}
