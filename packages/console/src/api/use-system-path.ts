import { useQuery } from '@tanstack/react-query'
import { systemPath } from './service-facts.ts'

/** The path of a collection of the service itself; until it is known, that of the shared tier. */
export function useSystemPath(collection: Parameters<typeof systemPath>[0]): string {
  const { data } = useQuery({
    queryKey: ['path', collection],
    queryFn: () => systemPath(collection),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data ?? `/${collection}`
}
