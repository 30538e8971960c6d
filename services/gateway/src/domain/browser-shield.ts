const NOSNIFF = ['x-content-type-options', 'nosniff'] as const
/** What is shown all the same is a document of no origin: it runs nothing, loads nothing and stands in no frame. */
const NO_DOCUMENT = ['content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox"] as const
const WHOLE: readonly string[] = [...NOSNIFF, ...NO_DOCUMENT]
const BESIDE_A_POLICY: readonly string[] = NOSNIFF
const NONE: readonly string[] = []

/**
 * The headers that keep a browser from taking an answer for a document of our origin, names and values in turn. Pages
 * bring a policy of their own, which stands.
 * @param headers of the answer, in the same form
 */
export function browserShield(headers: readonly string[]): readonly string[] {
  let hasPolicy = false
  let isNosniff = false
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]
    if (name === 'content-security-policy') hasPolicy = true
    if (name === 'x-content-type-options') isNosniff = true
  }
  if (!hasPolicy) return isNosniff ? NO_DOCUMENT : WHOLE
  return isNosniff ? NONE : BESIDE_A_POLICY
}
