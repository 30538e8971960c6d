import { useQuery } from '@tanstack/react-query'
import { useLeaves } from '../api/use-leaves.ts'
import { webhooksApi } from '../api/webhooks.ts'

const EVERY_MS = 60_000

/** How many webhooks fail at the moment, by the page that shows them. It is asked once a minute, while the tab is seen. */
export function useFailing(): Readonly<Record<string, number>> {
  const may = useLeaves()
  const { data = 0 } = useQuery({
    queryKey: ['webhooks', 'failing'],
    queryFn: webhooksApi.countFailing,
    enabled: may('seeWebhooks'),
    refetchInterval: EVERY_MS,
    retry: false,
  })
  return { '/webhooks': data }
}
