import { type Refusal, refuse } from '@sluice/contracts'
import { parseItem } from 'structured-headers'

const MAX_LENGTH = 255
/** Clients of other services send the key without quotes: it is read as the same text with them. */
const BARE = /^[\w.~:+/=@-]+$/

/** What the parser says of a character once it is behind it. */
const IS_BEHIND = /ASCII range|backslash/

export type ReadKey = { kind: 'key'; key: string } | Refusal

/** Reads the header `Idempotency-Key`: a string of RFC 9651, in quotes; or such a text without them. */
export function readIdempotencyKey(header: string): ReadKey {
  const read = BARE.test(header) ? { kind: 'key' as const, key: header } : readString(header)
  if (read.kind === 'refuse') return read
  const { length } = read.key
  if (length === 0) return fault('It is empty. Send a text that no other request of yours has, such as a UUID.', 1)
  return length > MAX_LENGTH
    ? fault(`It may have ${MAX_LENGTH} characters; these are ${length}.`, MAX_LENGTH + 1)
    : read
}

function readString(header: string): ReadKey {
  try {
    const [key] = parseItem(header)
    if (typeof key === 'string') return { kind: 'key', key }
    return fault('It has to be a string in quotes, like "8e03978e-40d5-43e8-bc93-6894a57f9324".', 1)
  } catch (error) {
    const text = error instanceof Error ? error.message : ''
    const offset = Number(/offset (\d+)$/.exec(text)?.[1] ?? 0)
    return fault(
      'It has to be one string in quotes, of printable ASCII, with \\ before " and \\ inside.',
      IS_BEHIND.test(text) ? offset : offset + 1,
    )
  }
}

function fault(message: string, column: number): Refusal {
  const detail = `Idempotency-Key, column ${column}: ${message}`
  return refuse('BAD_REQUEST', detail, [{ path: 'Idempotency-Key', message, line: 1, column }])
}
