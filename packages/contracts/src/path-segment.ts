// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\\]/
const STILL_ENCODED = /%(?:2f|5c|2e|00)/i

/** Request line and headers may have 16 KiB together: what names a document takes half of that at most. */
export const MAX_SEGMENT_CHARACTERS = 8 * 1024

/** @returns why a path can not be read, after it was decoded once, as a sentence; undefined for one that can */
export function findPathFault(path: string): string | undefined {
  if (FORBIDDEN.test(path)) return 'A control character or backslash can not stand in a path.'
  return STILL_ENCODED.test(path) ? 'The path is encoded twice: a separator or dot is still encoded.' : undefined
}

/**
 * Judges whether one segment of a path can carry a text as the name of a document. What is carried comes out of the
 * gateway's canonical form as it went in, and means nothing else there.
 * @returns why it can not, as a sentence, or undefined
 */
export function findSegmentFault(text: string): string | undefined {
  if (text === '') return 'A segment of a path can not be empty.'
  if (!text.isWellFormed()) return 'Half a surrogate pair is no text that a path can carry.'
  if (text.includes('/')) return 'A slash ends a segment of a path.'
  if (/^\.{1,2}$/.test(text)) return 'Dots alone lead to another place in a path.'
  if (text === '*') return 'A star alone stands for many documents in a path.'
  if (text.startsWith('_')) return 'A segment of a path that begins with "_" has a meaning of its own.'
  return findPathFault(text) ?? findLengthFault(text)
}

const findLengthFault = (text: string): string | undefined =>
  encodeURIComponent(text).length > MAX_SEGMENT_CHARACTERS
    ? `A segment of a path may take ${MAX_SEGMENT_CHARACTERS} characters, percent-encoded.`
    : undefined
