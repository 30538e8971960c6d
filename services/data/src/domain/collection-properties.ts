import { type ErrorCode, type FieldError, type Refusal, refuse } from '@sluice/contracts'
import {
  findStagesFault,
  formatDocument,
  guardStages,
  isDocument,
  type PipelineGuard,
  parseDocumentJson,
  variablesIn,
} from '@sluice/documents'
import { compileSchema } from '@sluice/documents/schema'
import type { CollectionProperties } from '../ports/collection-metas.ts'
import { isKnownVariable, OWN_VARIABLES } from './aggregation-query.ts'

const MAX_DESCRIPTION = 1_000
const MAX_AGGREGATIONS = 100
const MAX_AGGREGATIONS_BYTES = 256 * 1024

export type ReadProperties = { kind: 'properties'; properties: CollectionProperties } | Refusal

/** `code`: where it is not `VALIDATION_FAILED`. */
type AggregationFault = FieldError & { code?: ErrorCode }

type PropertyJudge = {
  /** The collection's name, for what its pipelines read. */
  collection: string
  /** Says which collections a pipeline of the caller's may read. */
  guard: PipelineGuard
  /** Whether the caller may read all that anybody may: what he is refused is a fault of the pipeline. */
  isRoot: boolean
  /** Whether documents are judged by a schema of the owner's. */
  takesSchema: boolean
}

/**
 * Reads the body of `PATCH /<collection>/_meta`: each property is replaced whole, null takes it off.
 * @returns every property that was sent, undefined for those to be taken off
 */
export function readProperties(body: unknown, judging: PropertyJudge): ReadProperties {
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

type TextProperty = { kind: 'text'; text: string | undefined } | Refusal

const READERS: Readonly<Record<string, (value: unknown, judging: PropertyJudge) => TextProperty>> = {
  description: value =>
    typeof value === 'string' && value.length <= MAX_DESCRIPTION
      ? { kind: 'text', text: value }
      : bad({ path: 'description', message: `It is a text of ${MAX_DESCRIPTION} characters at most.` }),
  jsonSchema: readSchema,
  aggrs: readAggregations,
}

function readSchema(value: unknown, { takesSchema }: PropertyJudge): TextProperty {
  if (!takesSchema) {
    return bad({ path: 'jsonSchema', message: 'This collection has checks of its own and takes no schema.' })
  }
  const compiled = compileSchema(value, 'jsonSchema')
  return compiled.kind === 'refuse' ? compiled : { kind: 'text', text: JSON.stringify(value) }
}

function readAggregations(value: unknown, judging: PropertyJudge): TextProperty {
  if (!Array.isArray(value) || value.length > MAX_AGGREGATIONS)
    return bad({ path: 'aggrs', message: `It is a list of ${MAX_AGGREGATIONS} aggregations at most.` })
  const parsed = parseDocumentJson(JSON.stringify(value))
  if (parsed.kind === 'refuse')
    return { ...parsed, errors: parsed.errors?.map(error => ({ ...error, path: `aggrs.${error.path}` })) }
  const list: readonly unknown[] = Array.isArray(parsed.value) ? parsed.value : []
  const uris = new Set<unknown>()
  for (const [index, aggregation] of list.entries()) {
    const fault = findAggregationFault(aggregation, uris, judging)
    if (fault) return refuseAt(`aggrs.${index}${fault.path && `.${fault.path}`}`, fault)
  }
  const text = formatDocument(list.map(asPipeline), 'canonical')
  if (Buffer.byteLength(text) > MAX_AGGREGATIONS_BYTES)
    return bad({ path: 'aggrs', message: 'They may have 256 KB at most.' })
  return { kind: 'text', text }
}

/** Every aggregation is one; a client that leaves its type out is told it all the same. */
const asPipeline = (aggregation: unknown): unknown =>
  isDocument(aggregation) ? { ...aggregation, type: 'pipeline' } : aggregation

const findAggregationFault = (
  aggregation: unknown,
  uris: Set<unknown>,
  judging: PropertyJudge,
): AggregationFault | undefined => findFormFault(aggregation, uris) ?? findPipelineFault(aggregation, judging)

function findFormFault(value: unknown, uris: Set<unknown>): FieldError | undefined {
  if (!isDocument(value)) return { path: '', message: 'An aggregation is an object of type, uri and stages.' }
  const { type, uri, stages, ...others } = value
  const [other] = Object.keys(others)
  if (other !== undefined) return { path: other, message: 'An aggregation has type, uri and stages.' }
  if (type !== undefined && type !== 'pipeline')
    return { path: 'type', message: 'It is "pipeline", which is also meant where it is left out.' }
  if (typeof uri !== 'string' || !/^[A-Za-z0-9][\w.-]{0,99}$/.test(uri))
    return {
      path: 'uri',
      message: 'It has up to 100 letters, digits, "_", "-" and ".", and begins with a letter or digit.',
    }
  if (uris.has(uri)) return { path: 'uri', message: `There are two aggregations "${uri}".` }
  uris.add(uri)
  if (!Array.isArray(stages) || stages.length === 0)
    return { path: 'stages', message: 'It is a list of stages that is not empty.' }
  return undefined
}

/** @param aggregation has stages, as far as can be seen from outside */
function findPipelineFault(
  aggregation: unknown,
  { collection, guard, isRoot }: PropertyJudge,
): AggregationFault | undefined {
  const stages: readonly unknown[] =
    isDocument(aggregation) && Array.isArray(aggregation.stages) ? aggregation.stages : []
  const fault = findVariableFault(stages) ?? findStagesFault(stages)
  if (fault) return { path: `stages.${fault.path}`, message: fault.message }
  const guarded = guardStages(stages.filter(isDocument), collection, guard)
  if (guarded.kind !== 'refuse') return undefined
  const { code, detail, place } = guarded
  const at = { path: place === '' ? 'stages' : `stages.${place}`, message: detail }
  return isRoot ? at : { ...at, code }
}

function findVariableFault(stages: readonly unknown[]): FieldError | undefined {
  const unknown = variablesIn(stages).find(({ name }) => !isKnownVariable(name))
  return unknown && { path: unknown.path, message: `There is no ${unknown.name}. The service fills ${OWN_VARIABLES}.` }
}

const bad = (error: FieldError): Refusal => refuseAt(error.path, error)

/** A collection that is out of the caller's reach is forbidden; everything else is at fault whoever sends it. */
function refuseAt(path: string, { message, code }: Omit<AggregationFault, 'path'>): Refusal {
  return refuse(code ?? 'VALIDATION_FAILED', `${path}: ${message}`, [{ path, message }])
}
