/** How a client reached the gateway, and the address that the operator gave it. */
type ReachedAddress = { host: string | undefined; publicUrl: string | undefined }

/**
 * The headers of an answer with a `Location` that can be used as it comes, for a client that asked under the address of
 * `PUBLIC_URL`. Any other `Host` is a client's own word, so that to it the path is told alone.
 * @param headers names in lower case and values in turn
 */
export function withAbsoluteLocation(headers: string[], { host, publicUrl }: ReachedAddress): string[] {
  if (publicUrl === undefined || host === undefined) return headers
  const base = URL.parse(publicUrl)
  if (base?.host !== host.toLowerCase()) return headers
  const front = `${base.origin}${base.pathname.replace(/\/+$/, '')}`
  return headers.map((text, at) =>
    headers[at - 1] === 'location' && at % 2 === 1 && text.startsWith('/') ? front + text : text,
  )
}
