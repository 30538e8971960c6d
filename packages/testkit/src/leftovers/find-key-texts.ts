import { checkKeySecret, checkSessionToken } from '@sluice/contracts'
import { lettersOf } from './forms-of.ts'

const TEXT = /sl[ks]_[0-9A-Za-z]{49}/g
const HEX = /736c(?:6b|73)5f[0-9a-f]{98}/gi
const TEXT_BYTES = 53
const BITS_PER_LETTER = 6

/** The prefixes as they begin at each place in a group of three bytes; their letters are the same in both alphabets. */
const ENCODED_PREFIXES = ['slk_', 'sls_'].flatMap(prefix =>
  [0, 1, 2].map(before => ({ letters: lettersOf(prefix, before, 'base64'), before })),
)

/**
 * The text of every key and every session in these bytes, whoever has issued it: as it is, in hexadecimal, and in base64
 * or base64url, also where more was encoded with it. What only looks like one has wrong check digits.
 */
export function findKeyTexts(bytes: Buffer): string[] {
  const text = bytes.toString('latin1')
  const decoded = [...text.matchAll(HEX)].map(([hex]) => Buffer.from(hex, 'hex').toString('latin1'))
  return [...new Set([text, ...decoded, ...decodedBase64(text)].flatMap(inPlain))]
}

const inPlain = (text: string): string[] =>
  [...text.matchAll(TEXT)].map(([found]) => found).filter(found => checkKeySecret(found) || checkSessionToken(found))

/** What is encoded where the letters of a prefix stand. */
function* decodedBase64(text: string): Generator<string> {
  for (const { letters, before } of ENCODED_PREFIXES) {
    const lead = Math.ceil((8 * before) / BITS_PER_LETTER)
    const length = Math.ceil((8 * (before + TEXT_BYTES)) / BITS_PER_LETTER)
    for (let at = text.indexOf(letters); at >= 0; at = text.indexOf(letters, at + 1)) {
      const start = at - lead
      if (start >= 0) yield Buffer.from(text.slice(start, start + length), 'base64').toString('latin1')
    }
  }
}
