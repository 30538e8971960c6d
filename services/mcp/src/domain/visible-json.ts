/**
 * Characters that nobody sees, or that turn the text around them: C0 and C1 controls, soft hyphen, zero-width and
 * bidirectional marks, line separators, variation and interlinear marks, tags.
 */
const HIDDEN =
  /[\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu

/** JSON of the same value, in which hidden characters are written as escapes, so that whoever reads the text sees them. */
export const visibleJson = (value: unknown): string => JSON.stringify(value).replace(HIDDEN, escapeUnits)

function escapeUnits(characters: string): string {
  let escaped = ''
  for (let at = 0; at < characters.length; at += 1) {
    escaped += `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`
  }
  return escaped
}
