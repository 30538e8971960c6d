import { documentPath } from '../document-path.ts'

/** Paths below `/acl` that are questions or writes of their own. */
const TAKEN = ['explain', 'check', 'changes', 'ignored']
const HEX_ID = /^[0-9a-f]{24}$/

/** The id of a permission as the API writes it: a text, or an ObjectId. */
type WrittenId = string | { $oid: string }

/** The id as it stands in the address of a page; undefined of one that is neither a text nor an ObjectId. */
export function idText(id: unknown): string | undefined {
  if (typeof id === 'string') return id
  const oid: unknown = typeof id === 'object' && id !== null && '$oid' in id ? id.$oid : undefined
  return typeof oid === 'string' ? oid : undefined
}

/** Reads the id from the address of a page: 24 hexadecimal digits are an ObjectId, as everywhere. */
export const idOfText = (text: string): WrittenId => (HEX_ID.test(text) ? { $oid: text } : text)

/** The name that people see, whatever the id is. */
export const nameOfId = (id: unknown): string => idText(id) ?? JSON.stringify(id) ?? 'no name'

/** The path of a permission below `/acl`: a segment where one can carry its id, else its id as Extended JSON. */
export function permissionPath(id: unknown): string {
  const text = idText(id)
  if (text !== undefined && typeof id !== 'string') return `/${text}`
  if (text !== undefined && !TAKEN.includes(text)) return `/${documentPath(text)}`
  if (typeof id === 'number') return `/${encodeURIComponent(String(id))}?id_type=NUMBER`
  return `/_id?id=${encodeURIComponent(JSON.stringify(id))}`
}
