import { useQuery } from '@tanstack/react-query'
import { webhooksApi } from '../../api/webhooks.ts'

/** One webhook with its ETag. */
export const useWebhook = (id: string) =>
  useQuery({ queryKey: ['webhooks', 'one', id], queryFn: () => webhooksApi.show(id) })
