import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keysApi } from '../../api/keys.ts'

const KEYS = ['keys']
const POLICY = ['keys', 'policy']

/** The own keys and what one could issue, fetched anew when one comes back to the tab. */
export function useOwnKeys() {
  const keys = useQuery({ queryKey: [...KEYS, 'list'], queryFn: keysApi.list })
  const policy = useQuery({ queryKey: POLICY, queryFn: keysApi.policy })
  return { keys, policy }
}

export function useRefreshKeys(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: KEYS })
}
