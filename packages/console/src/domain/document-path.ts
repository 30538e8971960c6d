/** What ends a segment of a path, leads elsewhere in it, or is refused there. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNFIT = /^$|^\.{1,2}$|^\*$|^_|[/\\\u0000-\u001f\u007f-\u009f]|%(?:2f|5c|2e|00)/i

/**
 * The end of the path of a document whose id is a text, percent-encoded: the id as a segment, or `_id?id=` where a
 * segment can't carry it. Each document has one path.
 */
export const documentPath = (id: string): string =>
  UNFIT.test(id) ? `_id?id=${encodeURIComponent(JSON.stringify(id))}` : encodeURIComponent(id)
