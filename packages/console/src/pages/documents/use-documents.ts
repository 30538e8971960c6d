import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { documentsApi, documentsKey } from '../../api/data/documents.ts'
import type { CollectionPlace, DocumentQuery } from '../../domain/data/data-search.ts'

/** A page of documents. */
export const useDocuments = (place: CollectionPlace, query: DocumentQuery) =>
  useQuery({
    queryKey: [...documentsKey(place), 'list', query],
    queryFn: ({ signal }) => documentsApi.list(place, query, { signal }),
    placeholderData: keepPreviousData,
  })

/** How many documents a filter finds, once somebody has asked. */
export const useDocumentCount = (place: CollectionPlace, filter: string | undefined, isAsked: boolean) =>
  useQuery({
    queryKey: [...documentsKey(place), 'count', filter ?? ''],
    queryFn: () => documentsApi.count(place, filter),
    enabled: isAsked,
  })

/** Whether fields are hidden from the reader. @param id of a document that is there; undefined while none is known */
export const useIsNarrowed = (place: CollectionPlace, id: unknown): boolean =>
  useQuery({
    queryKey: ['narrowed', place.db ?? '', place.collection],
    queryFn: () => documentsApi.isNarrowed(place, id),
    enabled: id !== undefined,
    staleTime: 60_000,
  }).data === true
