const BITS_PER_LETTER = 6

/**
 * How a secret may stand in some text or bytes: as it is, percent-encoded, in hexadecimal, and in base64 or base64url,
 * also where more was encoded with it.
 */
export function formsOf(secret: string): string[] {
  const hex = Buffer.from(secret).toString('hex')
  const plain = [secret, encodeURIComponent(secret), hex, hex.toUpperCase()]
  const encoded = [0, 1, 2].flatMap(before =>
    (['base64', 'base64url'] as const).map(way => lettersOf(secret, before, way)),
  )
  return [...new Set([...plain, ...encoded])]
}

/**
 * Returns those letters of the base64 of a longer text that depend on the secret alone.
 * @param before bytes in front of it
 */
export function lettersOf(secret: string, before: number, way: 'base64' | 'base64url'): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
  const letters = bytes.toString(way).replaceAll('=', '')
  const whole = Math.floor((8 * bytes.length) / BITS_PER_LETTER)
  return letters.slice(Math.ceil((8 * before) / BITS_PER_LETTER), whole)
}
