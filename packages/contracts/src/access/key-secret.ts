import { crc32 } from 'node:zlib'

export const KEY_SECRET_PREFIX = 'slk_'
export const SESSION_TOKEN_PREFIX = 'sls_'
type Prefix = typeof KEY_SECRET_PREFIX | typeof SESSION_TOKEN_PREFIX

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BigInt(DIGITS.length)
const RANDOM_BYTES = 32
/** 62^43 > 2^256: every 32 bytes fit. */
const RANDOM_DIGITS = 43
/** 62^6 > 2^32. */
const CHECK_DIGITS = 6
const RANDOM_END = KEY_SECRET_PREFIX.length + RANDOM_DIGITS

export const KEY_SECRET_LENGTH = RANDOM_END + CHECK_DIGITS

/** Anything that looks like a key, whole or with more text around it: what is masked wherever it shows up. */
export const KEY_SECRET_PATTERN = /slk_[0-9A-Za-z]{49}/
const SECRET_TEXT = /^sl[ks]_[0-9A-Za-z]{49}$/

/**
 * The text of an API key: `slk_`, 32 random bytes in base 62 (43 digits), CRC-32 of all before it (6 digits).
 * @throws RangeError when it is not 32 bytes: a shorter secret must never be made
 */
export const formatKeySecret = (randomBytes: Uint8Array): string => formatSecret(KEY_SECRET_PREFIX, randomBytes)

/** Whether a text has prefix, length and check digits of a key: costs no look-up, and says nothing about the key being live. */
export const checkKeySecret = (text: string): boolean => checkSecret(KEY_SECRET_PREFIX, text)

/** The token of a session: `sls_` and the rest as in a key. @throws RangeError when it is not 32 bytes */
export const formatSessionToken = (randomBytes: Uint8Array): string => formatSecret(SESSION_TOKEN_PREFIX, randomBytes)

/** The same for the token of a session. */
export const checkSessionToken = (text: string): boolean => checkSecret(SESSION_TOKEN_PREFIX, text)

function formatSecret(prefix: Prefix, randomBytes: Uint8Array): string {
  if (randomBytes.length !== RANDOM_BYTES) throw new RangeError(`A secret is made of ${RANDOM_BYTES} random bytes.`)
  let value = 0n
  for (const byte of randomBytes) value = (value << 8n) | BigInt(byte)
  const body = prefix + toDigits(value, RANDOM_DIGITS)
  return body + checkDigits(body)
}

function checkSecret(prefix: Prefix, text: string): boolean {
  if (text.length !== KEY_SECRET_LENGTH || !text.startsWith(prefix) || !SECRET_TEXT.test(text)) return false
  return checkDigits(text.slice(0, RANDOM_END)) === text.slice(RANDOM_END)
}

const checkDigits = (body: string) => toDigits(BigInt(crc32(body)), CHECK_DIGITS)

function toDigits(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= BASE) text = DIGITS.charAt(Number(rest % BASE)) + text
  return text.padStart(length, '0')
}
