import { type ParsedJson, type Refusal, readJsonText, refuse } from '@sluice/contracts'
import { fieldNameFault } from '@sluice/json'
import { Double, Long } from 'bson'
import { DocumentFault } from './document-fault.ts'
import { readExtendedForm } from './extended-forms.ts'

/** BSON's own limit. */
const MAX_DEPTH = 100
const INT32_LIMIT = 2 ** 31
const INT64_LIMIT = 2n ** 63n

// A number that JavaScript would round, or whose type its value no longer shows (`5.0`). Inside a string it costs time only.
const DELICATE_NUMBER = /\d{16}|\d\.\d|\d[eE]/

/**
 * Reads JSON as documents are written in it: Extended JSON, version 1 and 2, in every form. Whole numbers become 32- or
 * 64-bit integers, numbers with a point or an exponent doubles; no digit is lost.
 * @param input UTF-8, or a text
 * @returns BSON values, or `MALFORMED_JSON` with line and column, or `VALIDATION_FAILED` with the path of the fault
 */
export function parseDocumentJson(input: Uint8Array | string): ParsedJson {
  const read = readJsonText(input)
  if (read.kind === 'refuse') return read
  try {
    return { kind: 'parsed', value: readValue(withDigits(read.text, read.value), { path: '', depth: 0 }) }
  } catch (error) {
    if (error instanceof DocumentFault) return describeFault(error)
    throw error
  }
}

function withDigits(text: string, plain: unknown): unknown {
  if (!DELICATE_NUMBER.test(text)) return plain
  checkDepth(plain, 0)
  return JSON.parse(text, keepDigits)
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  if (typeof value !== 'number' || source === undefined) return value
  if (!/[.eE]/.test(source)) return Number.isSafeInteger(value) ? value : readLargeInteger(source)
  return Number.isInteger(value) ? new Double(value) : value
}

function readLargeInteger(digits: string): Long {
  const value = BigInt(digits)
  if (value >= -INT64_LIMIT && value < INT64_LIMIT) return Long.fromBigInt(value)
  throw new DocumentFault('', `${digits} has more than 64 bits. Send it as {"$numberDecimal": "${digits}"}.`)
}

type JsonPlace = { path: string; depth: number }

/** The reviver of JSON.parse is recursive: what is too deep has to be known before it runs. */
function checkDepth(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= MAX_DEPTH) throw new DocumentFault('', `A document may be ${MAX_DEPTH} levels deep at most.`)
  for (const inner of Object.values(value)) checkDepth(inner, depth + 1)
}

function readValue(value: unknown, place: JsonPlace): unknown {
  if (typeof value === 'number') return readNumber(value, place)
  if (typeof value !== 'object' || value === null || value instanceof Long || value instanceof Double) return value
  if (place.depth >= MAX_DEPTH) {
    throw new DocumentFault(place.path, `A document may be ${MAX_DEPTH} levels deep at most.`)
  }
  if (Array.isArray(value)) return value.map((item, index) => readValue(item, inside(place, index)))
  const fields: { [field: string]: unknown } = {}
  for (const [name, inner] of Object.entries(value)) {
    const innerPlace = inside(place, name)
    const message = fieldNameFault(name)
    if (message) throw new DocumentFault(innerPlace.path, message)
    fields[name] = readValue(inner, innerPlace)
  }
  return readExtendedForm(fields, place.path)
}

const inside = ({ path, depth }: JsonPlace, name: string | number): JsonPlace => ({
  path: path ? `${path}.${name}` : String(name),
  depth: depth + 1,
})

function readNumber(value: number, { path }: JsonPlace): number | Long {
  if (!Number.isFinite(value)) throw new DocumentFault(path, 'The number is too large for a double.')
  const isLong = Number.isInteger(value) && (value < -INT32_LIMIT || value >= INT32_LIMIT)
  return isLong ? Long.fromNumber(value) : value
}

function describeFault({ path, message }: DocumentFault): Refusal {
  return refuse('VALIDATION_FAILED', path ? `${path}: ${message}` : message, [{ path, message }])
}
