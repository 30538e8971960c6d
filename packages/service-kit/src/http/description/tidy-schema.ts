import type { z } from 'zod'

/** Whether a schema describes what is sent (defaults may be left out) or what is answered. */
export type SchemaDirection = 'input' | 'output'

/** What says what may be sent, and of an answer nothing that a client needs: a new release may have wider bounds. */
const BOUNDS = [
  'additionalProperties',
  'propertyNames',
  'default',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
] as const

/** Formats that say as much as the patterns that are written beside them. */
const FORMATS_ENOUGH = new Set(['date-time', 'date', 'uuid', 'ipv4', 'ipv6', 'cidrv4', 'cidrv6'])
/** What zod calls a format, and nobody else. */
const NO_FORMATS = new Set(['starts_with', 'regex'])

/** Leaves out what says nothing, as bounds that are only those of a JavaScript number. */
export function tidySchema(schema: z.core.JSONSchema.BaseSchema, direction: SchemaDirection): void {
  if (direction === 'output') leaveOutBounds(schema)
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames
  if (JSON.stringify(schema.additionalProperties) === '{}') schema.additionalProperties = true
  if (schema.format !== undefined && FORMATS_ENOUGH.has(schema.format)) delete schema.pattern
  if (schema.format !== undefined && NO_FORMATS.has(schema.format)) delete schema.format
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

function leaveOutBounds(schema: z.core.JSONSchema.BaseSchema): void {
  for (const bound of BOUNDS) {
    if (bound !== 'additionalProperties' || schema.additionalProperties === false) delete schema[bound]
  }
}
