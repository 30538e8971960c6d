import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { collectionsApi } from '../../api/data/collections.ts'
import type { CollectionPlace } from '../../domain/data/data-search.ts'

const metaKey = ({ db = '', collection }: CollectionPlace) => ['collections', 'meta', db, collection]

/** The properties of a collection, as far as one may see them. */
export const useMeta = (place: CollectionPlace) =>
  useQuery({ queryKey: metaKey(place), queryFn: () => collectionsApi.meta(place) })

type MetaChange = {
  /** What is to be different, as JSON; null takes a property off. */
  bodyText: string
  etag: string | undefined
}

/** Changes properties. Where somebody else has changed them meanwhile: 412, and they are read anew. */
export function useMetaChange(place: CollectionPlace, onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ bodyText, etag }: MetaChange) => collectionsApi.changeMeta(place, bodyText, etag),
    onSuccess: onSaved,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['collections'] }),
  })
}
