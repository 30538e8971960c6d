/** Three-valued logic after Kleene: `unknown` is what a predicate comes to when something it needs is not there. */
export type Truth = boolean | 'unknown'

export function negate(truth: Truth): Truth {
  return truth === 'unknown' ? truth : !truth
}
