/**
 * Characters that nobody sees, or that turn the text around them: control and format characters (zero-width and
 * bidirectional marks, tags among them), line separators, and all that is ignored where it can't be shown.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** JSON of the same value, in which hidden characters are written as escapes, so that whoever reads the text sees them. */
export const visibleJson = (value: unknown): string => JSON.stringify(value).replace(HIDDEN, escapeUnits)

function escapeUnits(characters: string): string {
  let escaped = ''
  for (let at = 0; at < characters.length; at += 1) {
    escaped += `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`
  }
  return escaped
}
