import { type FieldError, type Refusal, refuse } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { RE2JS } from 're2js'
import { isDocument } from '../json/bson-value.ts'
import { formatDocument } from '../json/format-document.ts'
import { reachesHidden, type Visibility } from '../rules/visibility.ts'
import { findSchemaFault } from './check-schema.ts'
import { formats } from './formats.ts'

/** A JSON Schema, ready to judge documents. */
export type DocumentSchema = {
  /** Judges the document as it would be stored, in the JSON of the standard mode, without `_etag`. */
  check(document: Document): Refusal | undefined
  /** The same for a caller who may not see all: what concerns a hidden field is refused without saying what is wrong. */
  seenBy(visibility: Visibility): DocumentSchema
}

const MAX_ERRORS = 10

/** Patterns of users run in time in proportion to the text. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern)
    return { test: (text: string) => compiled.matcher(text).find() }
  },
  { code: 'linearRegExp' },
)

const OPTIONS: Options = {
  // A misspelt keyword would let everything through.
  strictSchema: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  logger: false,
  formats,
  code: { regExp: linearRegExp },
}

/**
 * Compiles a JSON Schema: draft 7, or 2020-12 where its `$schema` says so. References stay inside it.
 * @returns `VALIDATION_FAILED` with the path inside the schema when it is none that can be used
 */
export function compileSchema(schema: unknown, path: string): { kind: 'schema'; schema: DocumentSchema } | Refusal {
  const fault = findSchemaFault(schema)
  if (fault) return refuseSchema([{ path: joinPath(path, fault.path), message: fault.message }])
  const is2020 = isDocument(schema) && String(schema.$schema).includes('2020-12')
  const ajv = is2020 ? new Ajv2020(OPTIONS) : new Ajv(OPTIONS)
  if (!isSchema(schema) || ajv.validateSchema(schema) !== true) {
    return refuseSchema(toFieldErrors(ajv.errors ?? [], path).slice(0, MAX_ERRORS))
  }
  try {
    const validate = ajv.compile(schema)
    // One that refers to itself without end does so here already.
    validate({})
    return {
      kind: 'schema',
      schema: documentSchema({ validate, isSilent: SILENT_CONDITIONS.test(JSON.stringify(schema)) }),
    }
  } catch (error) {
    return refuseSchema([{ path, message: describeFailure(error) }])
  }
}

const isSchema = (schema: unknown): schema is boolean | object =>
  typeof schema === 'boolean' || (typeof schema === 'object' && schema !== null)

const refuseSchema = (errors: FieldError[]): Refusal => refuse('VALIDATION_FAILED', nameFaults(errors), errors)

const nameFaults = (errors: readonly FieldError[]): string =>
  errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(' ')

function describeFailure(error: unknown): string {
  if (error instanceof RangeError) return 'The schema refers to itself without end.'
  const message = typeof error === 'object' && error !== null ? String(Reflect.get(error, 'message')) : String(error)
  return `The schema can not be used: ${message.replace(/^strict mode: /, '')}.`
}

/** What depends on another field without a word about it in the errors. */
const SILENT_CONDITIONS = /"(?:if|dependencies|dependentSchemas)":/

type JudgedSchema = { validate: ValidateFunction; isSilent: boolean; visibility?: Visibility }

const documentSchema = (judged: JudgedSchema): DocumentSchema => ({
  check: document => judge(document, judged),
  seenBy: visibility => documentSchema({ ...judged, visibility }),
})

/** Whether an error would tell of what the caller may not see. */
function isUntold({ path }: FieldError, { isSilent, visibility }: JudgedSchema): boolean {
  if (!visibility) return false
  return reachesHidden(path, visibility) || ((isSilent || path === '') && hidesSomething(visibility))
}

const hidesSomething = ({ hidden, only }: Visibility): boolean => hidden.length > 0 || only !== undefined

/**
 * A condition on several fields (`anyOf`, `not`, …) reports the object that they are in besides what it asks for: one
 * error that may not be told leaves all of them untold.
 */
function judge({ _etag: _, ...document }: Document, judged: JudgedSchema): Refusal | undefined {
  const found = findFaults(JSON.parse(formatDocument(document)), judged.validate)
  if (found.length === 0) return undefined
  if (found.some(error => isUntold(error, judged)))
    return refuse('VALIDATION_FAILED', "It does not fit the collection's JSON Schema.")
  const errors = found.slice(0, MAX_ERRORS)
  return refuse('VALIDATION_FAILED', `It does not fit the collection's JSON Schema. ${nameFaults(errors)}`, errors)
}

function findFaults(value: unknown, validate: ValidateFunction): FieldError[] {
  try {
    return validate(value) ? [] : toFieldErrors(validate.errors ?? [], '')
  } catch (error) {
    if (error instanceof RangeError) return [{ path: '', message: 'It is nested too deep for the schema.' }]
    throw error
  }
}

const toFieldErrors = (errors: readonly ErrorObject[], path: string): FieldError[] =>
  errors.map(error => toFieldError(error, path))

function toFieldError({ keyword, instancePath, params, message = '' }: ErrorObject, outer: string): FieldError {
  const path = joinPath(outer, instancePath.slice(1).split('/').map(unescapePointer).join('.'))
  const named = { missing: text(params.missingProperty), unknown: text(params.additionalProperty) }
  if (keyword === 'required') return { path: joinPath(path, named.missing), message: 'This field is required.' }
  if (keyword === 'additionalProperties') {
    return { path: joinPath(path, named.unknown), message: 'This field is not known here.' }
  }
  const allowed = keyword === 'enum' ? `: ${JSON.stringify(params.allowedValues).slice(0, 200)}` : ''
  return { path, message: `It ${message}${allowed}.` }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')
const joinPath = (outer: string, inner: string): string => (outer && inner ? `${outer}.${inner}` : outer || inner)
