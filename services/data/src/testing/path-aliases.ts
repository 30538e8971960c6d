import { formatDocument } from '@sluice/documents'
import { Decimal128, Double, Int32, Long, ObjectId } from 'bson'

const byQuery = (json: string): string => `_id?id=${encodeURIComponent(json)}`

/** Other spellings of an id, which some reader might take for it. Its own path may be among them. */
export function aliasesOf(id: unknown): readonly string[] {
  const json = [formatDocument(id, 'canonical'), formatDocument(id, 'relaxed'), formatDocument(id)]
  const inQuery = json.flatMap(text => [byQuery(text), byQuery(` ${text}`), `${byQuery(text)}&id_type=STRING`])
  return [...segmentsOf(id), ...inQuery]
}

function segmentsOf(id: unknown): string[] {
  if (id instanceof ObjectId) return aliasesOfHex(id.toHexString())
  if (typeof id === 'string') return id.isWellFormed() ? aliasesOfText(id) : []
  const isNumber = [Int32, Double, Long, Decimal128].some(type => id instanceof type)
  return isNumber ? aliasesOfNumber(String(id)) : []
}

const aliasesOfHex = (hex: string): string[] => [
  hex.toUpperCase(),
  `${hex.toUpperCase()}?id_type=OID`,
  `${hex}?id_type=STRING`,
]

const aliasesOfText = (text: string): string[] =>
  [
    encodeURIComponent(text),
    encodeURIComponent(encodeURIComponent(text)),
    encodeURIComponent(text.normalize('NFKC')),
  ].filter(segment => !['', '.', '..'].includes(segment))

function aliasesOfNumber(digits: string): string[] {
  const { length } = digits
  const others = [`0${digits}`, `+${digits}`, `${digits}.0`, `${digits}0`, `${digits}e0`, ` ${digits}`, `-${digits}`]
  const rounded = length > 15 ? [String(Number(digits)), String(Number(digits) + 1), Number(digits).toFixed(0)] : []
  return [digits, ...others, ...rounded].map(text => `${encodeURIComponent(text)}?id_type=NUMBER`)
}
