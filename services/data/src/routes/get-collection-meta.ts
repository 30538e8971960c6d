import { formatEtag } from '@sluice/documents'
import { type Operation, ok } from '@sluice/service-kit'
import { onExistingCollection } from '../collection-request.ts'
import type { Dependencies } from '../dependencies.ts'
import { collectionSchema } from './schemas.ts'

/** `GET /<collection>/_meta`: the collection's ETag. */
export const getCollectionMeta = (dependencies: Dependencies): Operation => ({
  summary: 'Read the ETag of a collection',
  answers: { 200: collectionSchema },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  handle: onExistingCollection(dependencies, async ({ place }, { collectionEtags }) => {
    const described = await collectionEtags.read(place.namespace)
    const body = { _id: place.namespace.collection, _etag: { $oid: String(described._etag) } }
    return ok(body, { ETag: formatEtag(described, '') ?? '' })
  }),
})
