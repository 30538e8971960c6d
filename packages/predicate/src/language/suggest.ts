/** `. Did you mean "path-prefix"?` when one of the known names is near enough, else a full stop. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const given = name.toLowerCase().slice(0, 40)
  let best: { name: string; distance: number } | undefined
  for (const candidate of known) {
    const distance = editDistance(given, candidate.toLowerCase())
    if (!best || distance < best.distance) best = { name: candidate, distance }
  }
  return best && best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? `. Did you mean "${best.name}"?` : '.'
}

/** Insertions, deletions and replacements that make one text of the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, character] of [...from].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (character === other ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
