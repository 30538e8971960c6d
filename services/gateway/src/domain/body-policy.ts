const NEVER_RECORDED = /^(multipart\/|text\/event-stream)/
const READABLE_CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii', 'iso-8859-1', 'latin1'])

/**
 * Whether the bytes of a body may be kept, by its headers: not streams and uploads, and nothing whose text the search
 * for secrets could not read (compressed, or in another character set).
 * @param headers names in lower case and values in turn
 */
export function mayRecordBody(headers: readonly string[]): boolean {
  let isAllowed = true
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value = ''] = [headers[at], headers[at + 1]]
    if (name === 'content-encoding') isAllowed &&= value === '' || value === 'identity'
    if (name === 'content-type') isAllowed &&= isReadableType(value.toLowerCase())
  }
  return isAllowed
}

function isReadableType(value: string): boolean {
  if (NEVER_RECORDED.test(value)) return false
  const charset = /;\s*charset="?([^";\s]+)/.exec(value)?.[1]
  return charset === undefined || READABLE_CHARSETS.has(charset)
}
