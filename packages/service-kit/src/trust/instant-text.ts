/** Many requests come within a millisecond. */
let last = { atMs: Number.NaN, text: '' }

/** Writes an instant (epoch ms) in digits, which V8 takes half a microsecond for: a number of more than 31 bits it keeps no text of. */
export function instantText(atMs: number): string {
  if (last.atMs !== atMs) last = { atMs, text: String(atMs) }
  return last.text
}
