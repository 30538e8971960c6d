import stringify from 'json-stringify-pretty-compact'
import { readJson } from '../json-text.ts'
import type { AppTexts, PlacedFault } from './app-faults.ts'

/** A value that fits into this many characters stands on one line. */
const LINE_LENGTH = 64

/** The two texts of an app, as they are edited. */
export const textsOf = ({ schema, mappings }: { schema: string; mappings: unknown }): AppTexts => ({
  schema,
  mappings: stringify(mappings, { maxLength: LINE_LENGTH }),
})

/** The mappings as an object, or where the text is no JSON. */
export type ReadMappings = { kind: 'read'; mappings: unknown } | { kind: 'unreadable'; fault: PlacedFault }

export function readMappings(text: string): ReadMappings {
  const read = readJson(text)
  if (read.kind === 'read') return { kind: 'read', mappings: read.value }
  const { message, line, column } = read
  return { kind: 'unreadable', fault: { where: 'mappings', message, line, column } }
}

/** Whether a value that was kept is the two texts of an app. */
export const areAppTexts = (value: unknown): value is AppTexts =>
  typeof value === 'object' &&
  value !== null &&
  'schema' in value &&
  typeof value.schema === 'string' &&
  'mappings' in value &&
  typeof value.mappings === 'string'

/** The id of an app as it stands in paths; undefined of one that is no text, which has no page here. */
export const appIdOf = (id: unknown): string | undefined => {
  if (typeof id === 'string') return id
  const oid: unknown = typeof id === 'object' && id !== null && '$oid' in id ? id.$oid : undefined
  return typeof oid === 'string' ? oid : undefined
}
