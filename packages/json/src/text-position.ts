/** A place in a text as people count: `line` and `column` begin with 1, and a column is one UTF-16 code unit. */
type TextPosition = { line: number; column: number }

/**
 * Tells the line and column of an index. Lines end with `\n`; the `\r` of a `\r\n` is the last column of its line.
 * @param offset an index into the text, at most its length: the place behind its last character
 */
export function textPosition(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') }
}
