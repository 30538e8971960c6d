import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Hook, type HookListQuery, webhooksApi } from '../../api/webhooks.ts'
import { problemOf } from '../../http/problem.ts'
import { showToast } from '../../parts/toast.tsx'

const LIST = ['webhooks', 'list']
const HEALTH_EVERY_MS = 30_000
const COUNTS_FRESH_MS = 300_000

/** A page of webhooks with their health, asked again every 30 s while the tab is seen. */
export const useWebhookList = (query: HookListQuery) =>
  useQuery({
    queryKey: [...LIST, query],
    queryFn: () => webhooksApi.list(query),
    placeholderData: keepPreviousData,
    refetchInterval: HEALTH_EVERY_MS,
  })

/** What the last 24 hours of one webhook came to, by the hour. */
export const useHourlyCounts = (id: string) =>
  useQuery({
    queryKey: ['webhooks', 'counts', id],
    queryFn: () => webhooksApi.stats({ webhook: id, step: '1h' }),
    staleTime: COUNTS_FRESH_MS,
  })

/** Switches a webhook on or off, which shows at once and can be taken back. */
export function useSwitch() {
  const queryClient = useQueryClient()
  const show = (id: string, enabled: boolean) =>
    queryClient.setQueriesData<{ value: Hook[] }>(
      { queryKey: LIST },
      list => list && { ...list, value: list.value.map(hook => (hook._id === id ? { ...hook, enabled } : hook)) },
    )
  const { mutate } = useMutation({
    mutationFn: ({ hook, enabled }: { hook: Hook; enabled: boolean }) => webhooksApi.change(hook._id, { enabled }),
    onMutate: ({ hook, enabled }) => show(hook._id, enabled),
    onSuccess: (_, { hook, enabled }) =>
      showToast(`“${hook.name}” is ${enabled ? 'enabled' : 'disabled'}.`, {
        label: 'Undo',
        run: () => mutate({ hook, enabled: !enabled }),
      }),
    onError: (error, { hook }) => {
      show(hook._id, hook.enabled)
      showToast(`“${hook.name}” is as it was. ${problemOf(error).detail}`)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  return (hook: Hook, enabled: boolean) => mutate({ hook, enabled })
}
