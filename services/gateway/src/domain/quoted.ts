/** What stands in JSON as it is: all but quotes, backslashes, control characters and lone surrogates, so no surrogate counts. */
const ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

/** A string as JSON. Most need no more than quotes around them. */
export const quoted = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`)
