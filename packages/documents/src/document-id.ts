import { type Refusal, refuse } from '@sluice/contracts'
import { ObjectId } from 'bson'

const HEX_ID = /^[0-9a-fA-F]{24}$/

/**
 * The id that a path segment names.
 * @param idType `?id_type=`: `STRING_OID` (default: 24 hexadecimal digits are an ObjectId, all else is a text), `STRING`,
 *   `OID` or `NUMBER`
 */
export function readPathId(segment: string, idType: string | undefined): { kind: 'id'; id: unknown } | Refusal {
  switch (idType ?? 'STRING_OID') {
    case 'STRING':
      return { kind: 'id', id: segment }
    case 'STRING_OID':
      return { kind: 'id', id: HEX_ID.test(segment) ? new ObjectId(segment) : segment }
    case 'OID':
      return HEX_ID.test(segment) ? { kind: 'id', id: new ObjectId(segment) } : bad('OID', '24 hexadecimal digits')
    case 'NUMBER':
      return /^-?\d+(?:\.\d+)?$/.test(segment) ? { kind: 'id', id: Number(segment) } : bad('NUMBER', 'a number')
    default:
      return refuse('BAD_QUERY', 'id_type is STRING_OID, STRING, OID or NUMBER.', [
        { path: 'id_type', message: 'Give STRING_OID, STRING, OID or NUMBER.' },
      ])
  }
}

const bad = (idType: string, wanted: string): Refusal =>
  refuse('BAD_PATH', `With id_type=${idType} the last part of the path has to be ${wanted}.`)

/** The path segment and query that lead to a document again; undefined for ids that no path can name. */
export function formatPathId(id: unknown): string | undefined {
  if (id instanceof ObjectId) return id.toHexString()
  if (typeof id === 'number') return `${id}?id_type=NUMBER`
  if (typeof id !== 'string' || id.includes('/')) return undefined
  return HEX_ID.test(id) ? `${id}?id_type=STRING` : encodeURIComponent(id)
}
