import { type FieldError, type Refusal, refuse } from '@sluice/contracts'
import {
  compileSchema,
  findStagesFault,
  formatDocument,
  guardStages,
  isDocument,
  type PipelineGuard,
  parseDocumentJson,
} from '@sluice/documents'
import type { CollectionProperties } from '../ports.ts'

const MAX_DESCRIPTION = 1_000
const MAX_AGGREGATIONS = 100
const MAX_AGGREGATIONS_BYTES = 256 * 1024

export type ReadProperties = { kind: 'properties'; properties: CollectionProperties } | Refusal

type Judging = {
  /** The collection's name, for what its pipelines read. */
  collection: string
  /** Says which collections no pipeline may read. */
  visibilityOf: PipelineGuard['visibilityOf']
  /** Whether documents are judged by a schema of the owner's. */
  takesSchema: boolean
}

/**
 * Reads the body of `PATCH /<collection>/_meta`: each property is replaced whole, null takes it off.
 * @returns every property that was sent, undefined for those to be taken off
 */
export function readProperties(body: unknown, judging: Judging): ReadProperties {
  if (!isDocument(body))
    return refuse('VALIDATION_FAILED', 'The properties of a collection are a JSON object. Send one.')
  const properties: CollectionProperties = {}
  for (const [name, value] of Object.entries(body)) {
    if (OWN.has(name)) continue
    const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined
    if (!read)
      return bad({ path: name, message: 'There is no such property. There are description, aggrs and jsonSchema.' })
    const result = value === null ? { kind: 'text' as const, text: undefined } : read(value, judging)
    if (result.kind === 'refuse') return result
    Object.assign(properties, { [name]: result.text })
  }
  return { kind: 'properties', properties }
}

/** What an answer holds beside the properties; sent back, it says nothing. */
const OWN: ReadonlySet<string> = new Set(['_id', '_etag'])

type ReadText = { kind: 'text'; text: string | undefined } | Refusal

const READERS: Readonly<Record<string, (value: unknown, judging: Judging) => ReadText>> = {
  description: value =>
    typeof value === 'string' && value.length <= MAX_DESCRIPTION
      ? { kind: 'text', text: value }
      : bad({ path: 'description', message: `It is a text of ${MAX_DESCRIPTION} characters at most.` }),
  jsonSchema: readSchema,
  aggrs: readAggregations,
}

function readSchema(value: unknown, { takesSchema }: Judging): ReadText {
  if (!takesSchema) {
    return bad({ path: 'jsonSchema', message: 'This collection has checks of its own and takes no schema.' })
  }
  const compiled = compileSchema(value, 'jsonSchema')
  return compiled.kind === 'refuse' ? compiled : { kind: 'text', text: JSON.stringify(value) }
}

function readAggregations(value: unknown, judging: Judging): ReadText {
  if (!Array.isArray(value) || value.length > MAX_AGGREGATIONS)
    return bad({ path: 'aggrs', message: `It is a list of ${MAX_AGGREGATIONS} aggregations at most.` })
  const parsed = parseDocumentJson(JSON.stringify(value))
  if (parsed.kind === 'refuse')
    return { ...parsed, errors: parsed.errors?.map(error => ({ ...error, path: `aggrs.${error.path}` })) }
  const list: readonly unknown[] = Array.isArray(parsed.value) ? parsed.value : []
  const uris = new Set<unknown>()
  for (const [index, aggregation] of list.entries()) {
    const fault = findAggregationFault(aggregation, uris, judging)
    if (fault) return bad({ ...fault, path: `aggrs.${index}${fault.path && `.${fault.path}`}` })
  }
  const text = formatDocument(list, 'canonical')
  if (Buffer.byteLength(text) > MAX_AGGREGATIONS_BYTES)
    return bad({ path: 'aggrs', message: 'They may have 256 KB at most.' })
  return { kind: 'text', text }
}

function findAggregationFault(value: unknown, uris: Set<unknown>, judging: Judging): FieldError | undefined {
  if (!isDocument(value)) return { path: '', message: 'An aggregation is an object of type, uri and stages.' }
  const { type, uri, stages, ...others } = value
  const [other] = Object.keys(others)
  if (other !== undefined) return { path: other, message: 'An aggregation has type, uri and stages.' }
  if (type !== 'pipeline') return { path: 'type', message: 'It is "pipeline".' }
  if (typeof uri !== 'string' || !/^[A-Za-z0-9][\w.-]{0,99}$/.test(uri))
    return {
      path: 'uri',
      message: 'It has up to 100 letters, digits, "_", "-" and ".", and begins with a letter or digit.',
    }
  if (uris.has(uri)) return { path: 'uri', message: `There are two aggregations "${uri}".` }
  uris.add(uri)
  if (!Array.isArray(stages) || stages.length === 0)
    return { path: 'stages', message: 'It is a list of stages that is not empty.' }
  return findPipelineFault(stages, judging)
}

function findPipelineFault(stages: readonly unknown[], { collection, visibilityOf }: Judging): FieldError | undefined {
  const fault = findStagesFault(stages)
  if (fault) return { path: `stages.${fault.path}`, message: fault.message }
  const guarded = guardStages(stages.filter(isDocument), collection, { readFilterOf: () => undefined, visibilityOf })
  return guarded.kind === 'refuse' ? { path: 'stages', message: guarded.detail } : undefined
}

const bad = (error: FieldError): Refusal => refuse('VALIDATION_FAILED', `${error.path}: ${error.message}`, [error])
