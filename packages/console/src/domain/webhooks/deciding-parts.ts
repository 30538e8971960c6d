type Judged<T> = { text: string; result: boolean | 'unknown'; children?: readonly T[] }

/**
 * The parts that made a condition false: of an `and` its false parts, of an `or` all of them, of a `not` what is true in it.
 * None where the condition holds.
 */
export function decidingParts<T extends Judged<T>>(whole: T): ReadonlySet<T> {
  const found = new Set<T>()
  if (whole.result !== true) gather(whole, whole.result, found)
  return found
}

/** @param wrong the result that has to be explained */
function gather<T extends Judged<T>>(part: T, wrong: boolean | 'unknown', found: Set<T>): void {
  const children = part.children ?? []
  if (children.length === 0) {
    found.add(part)
    return
  }
  if (children.length === 1 && children[0]) {
    gather(children[0], children[0].result, found)
    return
  }
  for (const child of children.filter(({ result }) => result === wrong)) gather(child, wrong, found)
}

/** The values that decided, where the part itself and its result are seen beside. */
export function shortReason(text: string, reason: string): string {
  const rest = reason.startsWith(`${text} is `) ? reason.slice(text.length) : ''
  const at = rest.indexOf(': ')
  return at < 0 ? reason : rest.slice(at + 2)
}
