import { isDocument, parseDocumentJson } from '@sluice/documents'
import { compileSchema } from '@sluice/documents/schema'
import type { Aggregation, CollectionProperties, CollectionRules } from '../ports/collection-metas.ts'

/** The collection that keeps the properties of the others, beside them. */
export const INNER_COLLECTION = '_collections'

/** Properties of a collection got into the store past their checks. Its documents stay as they are until that is mended. */
class UnreadablePropertiesError extends Error {
  override name = 'UnreadablePropertiesError'
}

/** What requests need of the properties of a collection. @throws UnreadablePropertiesError */
export function readRules({ aggrs, jsonSchema }: CollectionProperties): CollectionRules {
  return {
    aggregations: new Map(readAggregations(aggrs).map(aggregation => [aggregation.uri, aggregation])),
    schema: jsonSchema === undefined ? undefined : readSchema(jsonSchema),
  }
}

/** The names of stored aggregations, as far as they can be read. */
export function aggregationNames(text = '[]'): string[] {
  const parsed = parseDocumentJson(text)
  const list = parsed.kind === 'parsed' && Array.isArray(parsed.value) ? parsed.value : []
  return list.flatMap(aggregation =>
    isDocument(aggregation) && typeof aggregation.uri === 'string' ? [aggregation.uri] : [],
  )
}

function readAggregations(text: string | undefined): Aggregation[] {
  if (text === undefined) return []
  const parsed = parseDocumentJson(text)
  if (parsed.kind === 'refuse' || !Array.isArray(parsed.value)) throw new UnreadablePropertiesError('aggrs')
  return parsed.value.flatMap(aggregation =>
    isDocument(aggregation) && Array.isArray(aggregation.stages)
      ? [{ uri: String(aggregation.uri), stages: aggregation.stages.filter(isDocument) }]
      : [],
  )
}

function readSchema(text: string) {
  const compiled = compileSchema(JSON.parse(text), 'jsonSchema')
  if (compiled.kind === 'refuse') throw new UnreadablePropertiesError('jsonSchema')
  return compiled.schema
}
