import { findJsonFault, findLoneSurrogate, mayHoldLoneSurrogate, textPosition } from '@sluice/json'
import { type Refusal, refuse } from '../errors/errors.ts'

export type ParsedJson = { kind: 'parsed'; value: unknown } | Refusal
/** A text that is JSON, and what the engine made of it: numbers may have lost digits. */
export type JsonText = { kind: 'json'; text: string; value: unknown } | Refusal

/** A byte order mark at the beginning is left out; what is no UTF-8 is refused, never replaced. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The one reader of JSON that a client has sent: whoever looks into a body, a query or an event, and whoever acts on it,
 * sees the same text and the same values.
 * @param input UTF-8, with a byte order mark or without, or a text
 * @returns `MALFORMED_JSON` with line and column, or `VALIDATION_FAILED` with the path of a text that is no Unicode
 */
export function readJsonText(input: Uint8Array | string): JsonText {
  const text = typeof input === 'string' ? input : decodeJson(input)
  if (text === undefined) return refuse('MALFORMED_JSON', 'The JSON is not valid UTF-8. Send it in that encoding.')
  const value = parse(text)
  if (value === undefined) return malformed(text)
  const fault = mayHoldLoneSurrogate(text) ? findLoneSurrogate(value) : undefined
  return fault === undefined ? { kind: 'json', text, value } : refuseText(fault)
}

/** Reads JSON as `readJsonText` does, and gives the value alone. */
export function parseJson(input: Uint8Array | string): ParsedJson {
  const read = readJsonText(input)
  return read.kind === 'json' ? { kind: 'parsed', value: read.value } : read
}

/** @returns undefined for what is no UTF-8 */
export function decodeJson(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** The engine's own error is dropped: it repeats a piece of the text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function malformed(text: string): Refusal {
  if (text.trim() === '') return refuse('MALFORMED_JSON', 'There is nothing here; send a JSON document.')
  const { line, column } = textPosition(text, findJsonFault(text) ?? text.length)
  const message = `This stops being JSON at line ${line}, column ${column}.`
  return refuse('MALFORMED_JSON', message, [{ path: '', message, line, column }])
}

function refuseText(path: string): Refusal {
  const message =
    'This text has half of a surrogate pair in it, which is no Unicode and can not be stored. Leave it out.'
  return refuse('VALIDATION_FAILED', path ? `${path}: ${message}` : message, [{ path, message }])
}
