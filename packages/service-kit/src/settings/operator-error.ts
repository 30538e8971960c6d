/**
 * Something outside the program stands in its way. The message says what is wrong, where, and what to do about it; it
 * is shown to the operator as it is, without a stack, and holds no secret.
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
