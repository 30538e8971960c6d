import { useQuery } from '@tanstack/react-query'
import { useLeaves } from '../../api/use-leaves.ts'
import { webhooksApi } from '../../api/webhooks.ts'

/** Names of webhooks by their ids; empty for who may not see them, and until they are there. */
export function useWebhookNames(): ReadonlyMap<string, string> {
  const may = useLeaves()
  const { data } = useQuery({
    queryKey: ['webhooks', 'names'],
    queryFn: webhooksApi.names,
    enabled: may('seeWebhooks'),
    retry: false,
  })
  return new Map(data?.map(({ _id, name }) => [_id, name]))
}
