import { decodeDocument } from '@sluice/documents'
import type { Document, Namespace, Store } from '@sluice/store'
import type { DraftSource } from '../ports/draft-source.ts'

const MAX_DOCUMENTS = 100
/** The limit counts for all that is looked at; one document is looked at however large it is. */
const MAX_BYTES = 8 * 1024 * 1024

/** What drafts are made from, newest first, with every type kept apart. */
export function storeDraftSource(store: Store): DraftSource {
  return {
    collections: db => store.listCollections(db),
    async sample(namespace, hidden) {
      const found: Document[] = []
      let bytes = 0
      for (let limit = 1; limit > 0; limit = nextPage(found.length, bytes)) {
        const page = await readPage(store, namespace, { skip: found.length, limit, hidden })
        for (const raw of page) {
          found.push(decodeDocument(raw))
          bytes += raw.byteLength
        }
        if (page.length < limit) break
      }
      return found
    },
    async countIds(namespace, ids) {
      const found = await store
        .collection(namespace)
        .find({ _id: { $in: [...ids] } }, { projection: { _id: 1 }, limit: ids.length })
      return found.length
    },
  }
}

/** Documents are of about the same size: as many as there is room for. */
function nextPage(count: number, bytes: number): number {
  if (count === 0) return 0
  const room = Math.floor((MAX_BYTES - bytes) / (bytes / count))
  return Math.min(MAX_DOCUMENTS - count, count * 4, Math.max(0, room))
}

type SamplePage = { skip: number; limit: number; hidden: readonly string[] }

function readPage(store: Store, namespace: Namespace, { skip, limit, hidden }: SamplePage): Promise<Uint8Array[]> {
  const projection = Object.fromEntries(hidden.map(field => [field, 0 as const]))
  return store.collection(namespace).findRaw(
    {},
    {
      sort: { _id: -1 },
      skip,
      limit,
      ...(hidden.length > 0 ? { projection } : {}),
    },
  )
}
