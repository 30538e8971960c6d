const MAX_PATTERN = 1_000

/**
 * Says why a regular expression is not taken: it is too long, or a repetition repeats another one, which can take a
 * backtracking engine as long as the universe is old.
 */
export function findRegexFault(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN) return `A regular expression may have ${MAX_PATTERN} characters at most.`
  return repeatsRepetition(pattern)
    ? 'The regular expression repeats a group that itself repeats something, such as (a+)+. Write it without the inner or the outer repetition.'
    : undefined
}

/** Escapes, classes, openings of groups, closings, open-ended repetitions, and all else character by character. */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\(\??|\)|[*+]|\{\d+,(?:\d{2,})?\}|./gs
const REPETITION = /^(?:[*+]|\{\d+,.*\})$/s

function repeatsRepetition(pattern: string): boolean {
  /** For each group that is open, and for the whole: whether it repeats something. */
  const repeats = [false]
  let hasClosedRepeating = false
  for (const [token] of pattern.matchAll(TOKEN)) {
    const isRepetition = REPETITION.test(token)
    if (isRepetition && hasClosedRepeating) return true
    hasClosedRepeating = token === ')' && repeats.length > 1 && repeats.pop() === true
    if (isRepetition || hasClosedRepeating) repeats[repeats.length - 1] = true
    if (token.startsWith('(')) repeats.push(false)
  }
  return false
}
