import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { collectionsApi } from '../../api/data/collections.ts'
import { serviceFacts } from '../../api/service-facts.ts'

/** The collections of a database; left out, of the default one. */
export const useCollections = (db: string | undefined) =>
  useQuery({
    queryKey: ['collections', 'list', db ?? ''],
    queryFn: () => collectionsApi.list(db),
    placeholderData: keepPreviousData,
  })

/** The databases, where an installation has several. */
export const useDatabases = () => useQuery({ queryKey: ['databases'], queryFn: collectionsApi.databases })

/** Which installation it is; undefined until that is known. */
export const useServiceFacts = () =>
  useQuery({ queryKey: ['service-facts'], queryFn: serviceFacts, staleTime: Number.POSITIVE_INFINITY }).data
