import type { FieldContext } from '../compile/field-context.ts'

/** The field of `Mutation` whose mapping is being compiled. */
export type MutationContext = FieldContext & {
  /** Dotted paths that no argument may write. */
  readOnly: readonly string[]
}
