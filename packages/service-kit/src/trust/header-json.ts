/** A JSON value as a word that can stand in any header: all of Unicode comes back as it was, lone surrogates too. */
export const formatHeaderJson = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** @returns undefined for what is no JSON */
export function readHeaderJson(word: string): unknown {
  try {
    return JSON.parse(Buffer.from(word, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
