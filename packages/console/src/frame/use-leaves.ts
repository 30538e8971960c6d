import { useQuery } from '@tanstack/react-query'
import { askLeaves, type Leave } from '../api/may.ts'

const AGAIN_MS = 60_000

/** Asks what one may do, once for all pages and again every minute. Until it is known nothing is offered. */
export function useLeaves(): (leave: Leave | undefined) => boolean {
  const { data } = useQuery({
    queryKey: ['leaves'],
    queryFn: askLeaves,
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
  })
  return leave => leave === undefined || data?.[leave] === true
}
