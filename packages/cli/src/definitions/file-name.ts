import { createHash } from 'node:crypto'
import { memberOf } from '../json-values.ts'

const LONGEST = 180
const KEPT = 100
/** Names that Windows keeps for devices, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
/** Ends that stand for a file beside the one of the definition. */
const BESIDE = /\.(?=(?:template|body)$)/
const OBJECT_ID = /^[0-9a-f]{24}$/

/**
 * Gives the name of the file of a definition, without its end. No two ids have the same; none leads out of its folder.
 * @param id a text or an ObjectId
 * @returns undefined for any other id
 */
export function fileNameOf(id: unknown): string | undefined {
  const hex = memberOf(id, '$oid')
  if (typeof hex === 'string' && OBJECT_ID.test(hex)) return `oid-${hex}`
  if (typeof id !== 'string' || !id.isWellFormed()) return undefined
  const name = [...id].map(encodeCharacter).join('')
  return name === '' ? '%' : shorten(withoutSpecialForm(name), id)
}

const encodeCharacter = (character: string): string =>
  /^[A-Za-z0-9._-]$/.test(character) ? character : encodeBytes(character)

const encodeBytes = (text: string): string =>
  Array.from(new TextEncoder().encode(text), byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

function withoutSpecialForm(name: string): string {
  const isSpecial = DEVICE.test(name) || name.startsWith('.') || /^oid-[0-9a-f]{24}$/.test(name)
  const begun = isSpecial ? encodeBytes(name.charAt(0)) + name.slice(1) : name
  return begun.replace(BESIDE, '%2E').replace(/\.$/, '%2E')
}

/** A file system takes 255 bytes of a name. */
function shorten(name: string, id: string): string {
  if (name.length <= LONGEST) return name
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 32)
  return `${name.slice(0, KEPT).replace(/%[0-9A-F]?$/, '')}~${digest}`
}
