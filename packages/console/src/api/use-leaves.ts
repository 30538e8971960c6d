import { useQuery } from '@tanstack/react-query'
import { askLeaves, type Leave } from './may.ts'

const AGAIN_MS = 60_000

const useAnswers = () =>
  useQuery({ queryKey: ['leaves'], queryFn: askLeaves, staleTime: AGAIN_MS, refetchInterval: AGAIN_MS })

/** Where one begins: with what lives, for who may see it. Undefined until that is known. */
export function useStart(): '/webhooks' | '/keys' | undefined {
  const { data, isError } = useAnswers()
  if (data === undefined && !isError) return undefined
  return data?.seeWebhooks ? '/webhooks' : '/keys'
}

/** Whether one may; undefined until it is known. */
export const useLeaveKnown = (leave: Leave): boolean | undefined => useAnswers().data?.[leave]

/** Asks what one may do, once for all pages and again every minute. Until it is known nothing is offered. */
export function useLeaves(): (leave: Leave | undefined) => boolean {
  const { data } = useAnswers()
  return leave => leave === undefined || data?.[leave] === true
}
