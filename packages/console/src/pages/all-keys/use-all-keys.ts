import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { allKeysApi, KEYS_PER_PAGE, type ListedKey } from '../../api/admin/all-keys.ts'
import { choiceOf, type KeysSearch } from '../../domain/admin/key-search.ts'
import { problemOf } from '../../http/problem.ts'

const KEYS = ['keys']
const ALL = [...KEYS, 'all']

/** The keys that an address asks for. */
export function useKeyPage(search: KeysSearch) {
  const { sort, page = 1 } = search
  const choice = choiceOf(search)
  return useQuery({
    queryKey: [...ALL, 'page', choice, sort, page],
    queryFn: () => allKeysApi.page(choice, { sort, page, pagesize: KEYS_PER_PAGE }),
    placeholderData: keepPreviousData,
  })
}

/** Fetches what is shown of keys anew, after some were revoked. */
export function useRefreshAllKeys(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: KEYS })
}

/** Whether one may not see when keys were used: then a key without a last use is not one that was never used. */
export function useHidesUse(keys: readonly ListedKey[]): boolean {
  const { error } = useQuery({
    queryKey: [...ALL, 'sees-use'],
    queryFn: () => allKeysApi.page({ neverUsed: true }, { pagesize: 1 }),
    enabled: keys.length > 0 && keys.every(({ lastUsedAt }) => lastUsedAt === undefined),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return error !== null && problemOf(error).code === 'FIELD_HIDDEN'
}

/** One key: of those that are listed, else by its id. */
export function useOneKey(id: string, listed: ListedKey | undefined) {
  return useQuery({
    queryKey: [...ALL, 'one', id],
    queryFn: () => allKeysApi.find(id),
    enabled: listed === undefined,
    retry: false,
  })
}

export const useKeyDays = (id: string) =>
  useQuery({ queryKey: [...ALL, 'days', id], queryFn: () => allKeysApi.usage(id), retry: false })
