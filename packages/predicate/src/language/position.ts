import { textPosition } from '@sluice/json'

export type CaretPosition = { line: number; column: number; caret: string }

/** How much of a long line is shown on each side. */
const CONTEXT = 60

/** Line and column from 1; the caret is the line, and below it a `^` under the column. */
export function locate(text: string, offset: number): CaretPosition {
  const lineStart = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  const lineBreak = text.indexOf('\n', offset)
  const lineEnd = lineBreak < 0 ? text.length : lineBreak
  const start = Math.max(lineStart, offset - CONTEXT)
  const shown = text.slice(start, Math.min(lineEnd, offset + CONTEXT)).replaceAll(/[^\S ]|\p{Cc}/gu, ' ')
  return {
    ...textPosition(text, offset),
    caret: `${shown}\n${' '.repeat(offset - start)}^`,
  }
}
