import type { DocumentSchema } from '@sluice/documents'
import { compileSchema } from '@sluice/documents/schema'
import type { Namespace, Store } from '@sluice/store'
import { LRUCache } from 'lru-cache'
import type { DocumentWriter } from '../execution/document-writer.ts'

/** The collection that keeps the properties of the other collections of a database, beside them. */
const PROPERTIES = '_collections'
/** The time is that of the data service: a change of a schema by another process may take this to be in force. */
const FRESH_MS = 2_000
const MAX_REMEMBERED = 1_000

/** A JSON Schema got into the store past its checks. The documents stay as they are until that is mended. */
class UnreadableSchemaError extends Error {
  override name = 'UnreadableSchemaError'
}

type KnownSchema = { schema: DocumentSchema | undefined; text: unknown; at: number }

/** Writes to the store, under the JSON Schema of each collection. @param now milliseconds of a clock that never goes back */
export function storeDocumentWriter(store: Store, now: () => number = () => performance.now()): DocumentWriter {
  const known = new LRUCache<string, KnownSchema>({ max: MAX_REMEMBERED })

  async function schemaOf({ db, collection }: Namespace): Promise<DocumentSchema | undefined> {
    const key = `${db}/${collection}`
    const before = known.get(key)
    if (before && now() - before.at < FRESH_MS) return before.schema
    const at = now()
    const stored = await store.collection({ db, collection: PROPERTIES }).findOne({ _id: collection })
    const text = stored?.jsonSchema
    const schema = before && before.text === text ? before.schema : compile(text)
    known.set(key, { schema, text, at })
    return schema
  }

  return async namespace => ({ documents: store.collection(namespace), schema: await schemaOf(namespace) })
}

function compile(text: unknown): DocumentSchema | undefined {
  if (typeof text !== 'string') return undefined
  const compiled = compileSchema(JSON.parse(text), 'jsonSchema')
  if (compiled.kind === 'refuse') throw new UnreadableSchemaError('jsonSchema')
  return compiled.schema
}
