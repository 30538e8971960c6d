import { GraphQLError } from 'graphql'

const withCode = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'STORED_VALUE_MISFIT' } })

/**
 * A stored value is not what the schema promises of its field. The fault is the document's or the schema's, so it is
 * neither logged nor counted as ours; the value itself is never told, because a caller or a log may not be meant to see it.
 */
export class StoredValueMisfitError extends Error {
  override name = 'StoredValueMisfitError'
  readonly #tell: (place: string) => string

  constructor(tell: (place: string) => string) {
    super('A stored value does not fit its field.')
    this.#tell = tell
  }

  /** The error for the caller. @param path of the field in the answer */
  at(path: readonly (string | number)[]): GraphQLError {
    return withCode(this.#tell(path.join('.')))
  }
}

/** @param type as the schema writes it, such as `Int` or `[String]` */
export const misfit = (type: string): StoredValueMisfitError =>
  new StoredValueMisfitError(place => `The stored value of ${place} is no ${type}.`)

/** Nothing was found, it is null, or the caller can't see it: which of these it is stays unsaid. */
export const missingValue = (type: string): StoredValueMisfitError =>
  new StoredValueMisfitError(place => `There is no value for ${place}, which is ${type}.`)

/** @param type an interface or a union */
export const untold = (type: string): StoredValueMisfitError =>
  new StoredValueMisfitError(() => `No type of ${type} fits the stored value.`)
