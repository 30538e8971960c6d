import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { askLeaves, type Leave } from './may.ts'
import { refusals } from './refusals.ts'

const LEAVES = ['leaves']
const AGAIN_MS = 60_000

const useAnswers = () =>
  useQuery({ queryKey: LEAVES, queryFn: askLeaves, staleTime: AGAIN_MS, refetchInterval: AGAIN_MS })

/** Asks what one may do once more after a request that was forbidden, for all pages. */
export function useLeavesAfterRefusal(): void {
  const queryClient = useQueryClient()
  useEffect(
    () => refusals.subscribe(() => void queryClient.invalidateQueries({ queryKey: LEAVES }, { cancelRefetch: false })),
    [queryClient],
  )
}

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
