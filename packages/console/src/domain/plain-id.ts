const INT32_LIMIT = 2n ** 31n
const INT64_LIMIT = 2n ** 63n
const SAFE_BITS = 53
const DECIMAL = /^-?\d+(?:\.\d+)?$/

type PlainIdForm = readonly [name: string, written: string]

/**
 * The one form for all ids that the service takes for the same, in canonical Extended JSON: `5`, `5.0` and a decimal 5 are one
 * number, inside of objects too. A document has its path by this form.
 */
export function plainId(id: unknown): unknown {
  if (typeof id === 'number') return plainDouble(id)
  if (typeof id !== 'object' || id === null) return id
  const form = formOf(id)
  if (form) return plainForm(form) ?? id
  if (Object.keys(id).some(name => name.startsWith('$'))) return id
  if (Array.isArray(id)) return id.map(plainId)
  return Object.fromEntries(Object.entries(id).map(([name, value]) => [name, plainId(value)]))
}

/** The one field of an Extended JSON value whose content is a text. */
export function formOf(id: unknown): PlainIdForm | undefined {
  const [field, other] = typeof id === 'object' && id !== null ? Object.entries(id) : []
  const written: unknown = field?.[1]
  const isForm = field?.[0].startsWith('$') === true && other === undefined
  return isForm && typeof written === 'string' ? [field[0], written] : undefined
}

/** @returns undefined where the form is that of no number */
function plainForm([name, written]: PlainIdForm): unknown {
  if (name === '$numberInt' || name === '$numberLong') return plainWhole(BigInt(written))
  if (name === '$numberDouble') return plainDouble(Number(written))
  return name === '$numberDecimal' ? plainDecimal(written) : undefined
}

const plainWhole = (whole: bigint) =>
  whole >= -INT32_LIMIT && whole < INT32_LIMIT ? { $numberInt: String(whole) } : { $numberLong: String(whole) }

const isInt64 = (whole: bigint): boolean => whole >= -INT64_LIMIT && whole < INT64_LIMIT

function plainDouble(value: number): unknown {
  const isWhole = Number.isInteger(value) && isInt64(BigInt(value))
  return isWhole ? plainWhole(BigInt(value)) : { $numberDouble: String(value) }
}

/** @returns undefined for one with an exponent, which is left to the service */
function plainDecimal(written: string): unknown {
  if (!DECIMAL.test(written)) return undefined
  const text = written.includes('.') ? written.replace(/\.?0+$/, '') : written
  const places = text.split('.')[1]?.length ?? 0
  const coefficient = BigInt(text.replace('.', ''))
  if (places === 0 && isInt64(coefficient)) return plainWhole(coefficient)
  return isDouble(coefficient, places) ? { $numberDouble: String(Number(text)) } : { $numberDecimal: text }
}

/** Whether a number of so many places is one of those that a double has, exactly. */
function isDouble(coefficient: bigint, places: number): boolean {
  const fives = 5n ** BigInt(places)
  return coefficient % fives === 0n && (coefficient / fives).toString(2).length <= SAFE_BITS
}
