/** What was sent more than once, with different values. It is there, and no text: `exists` is true, all else unknown. */
export const SEVERAL = Symbol('several values')

export type OneValue = string | typeof SEVERAL | undefined

/**
 * The value of what may be sent more than once: a query parameter, a header, a cookie. A service may take the first, the
 * last or all of them, so that nothing can be said of different ones.
 */
export function oneValue(values: readonly string[]): OneValue {
  const [first] = values
  return values.every(value => value === first) ? first : SEVERAL
}
