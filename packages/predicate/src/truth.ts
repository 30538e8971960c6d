/** Three-valued logic after Kleene: `unknown` is what a predicate comes to when something it needs is not there. */
export type Truth = boolean | 'unknown'

/** The decisive value (false of `and`, true of `or`) wins over unknown, unknown over the other. */
export function combine(left: Truth, right: Truth, decisive: boolean): Truth {
  if (left === decisive || right === decisive) return decisive
  return left === 'unknown' ? left : right
}

export function negate(truth: Truth): Truth {
  return truth === 'unknown' ? truth : !truth
}
