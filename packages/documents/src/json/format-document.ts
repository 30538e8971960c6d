import type { DBRef } from 'bson'
import { isBsonValue, type Scalar } from './bson-value.ts'
import { writeCanonical, writeRelaxed, writeStandard } from './write-extended.ts'
import { writeShell } from './write-shell.ts'

/**
 * `standard`: dates as `{"$date": <epoch ms>}`, a Long as a plain number within ± 2^53, else `{"$numberLong"}`.
 * `canonical` keeps every type; `relaxed` and `shell` as MongoDB names them. No mode loses a digit.
 */
export type JsonMode = 'standard' | 'canonical' | 'relaxed' | 'shell'

type WriteScalar = (value: Scalar) => string

const writers: Readonly<Record<JsonMode, WriteScalar>> = {
  standard: writeStandard,
  canonical: writeCanonical,
  relaxed: writeRelaxed,
  shell: writeShell,
}

/** Writes a document, or any value of one, as JSON text (`shell` is no JSON: it is what MongoDB's shell reads). */
export function formatDocument(value: unknown, mode: JsonMode = 'standard'): string {
  return write(value, writers[mode])
}

function write(value: unknown, writeScalar: WriteScalar): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number' || typeof value === 'bigint') return writeScalar(value)
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (typeof value !== 'object' || value === null) return 'null'
  if (Array.isArray(value)) return `[${value.map(item => write(item, writeScalar)).join(',')}]`
  return writeObject(value, writeScalar)
}

function writeObject(value: object, writeScalar: WriteScalar): string {
  if (value instanceof Date || value instanceof RegExp) return writeScalar(value)
  if (!isBsonValue(value)) return writeFields(value, writeScalar)
  return value._bsontype === 'DBRef' ? writeFields(fieldsOfReference(value), writeScalar) : writeScalar(value)
}

/** In BSON a reference is a document like any other. */
const fieldsOfReference = ({ collection, oid, db, fields }: DBRef): object => ({
  $ref: collection,
  $id: oid,
  ...(db === undefined ? {} : { $db: db }),
  ...fields,
})

function writeFields(fields: object, writeScalar: WriteScalar): string {
  const members = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${write(value, writeScalar)}`)
  return `{${members.join(',')}}`
}
